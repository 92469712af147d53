// Opens the report in headless Chromium, as a reader would, and says what is wrong with it.
//
//   node page_check.js [-o FOLDER] [-v VIEW,VIEW...] PAGE.html...
//
// Prints one line for each fault and exits 1 where there is any. With a folder it leaves pictures of the pages
// there: phone, desktop, dark and paper. Without -v it looks with every view. It speaks to the browser over a pipe, so it needs no package.
'use strict';
const {spawn} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const limit_ms = 120000;
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
	'--disable-background-networking', '--disable-component-update', '--disable-sync', '--hide-scrollbars',
	'--remote-debugging-pipe'];
const views = [
	{name: 'phone', width: 360, height: 740, scheme: 'light', media: 'screen'},
	{name: 'phone-dark', width: 360, height: 740, scheme: 'dark', media: 'screen'},
	{name: 'narrow', width: 320, height: 640, scheme: 'light', media: 'screen'},
	{name: 'tablet', width: 768, height: 1024, scheme: 'light', media: 'screen'},
	{name: 'desktop', width: 1280, height: 900, scheme: 'light', media: 'screen'},
	{name: 'desktop-dark', width: 1280, height: 900, scheme: 'dark', media: 'screen'},
	{name: 'paper', width: 720, height: 1000, scheme: 'light', media: 'print'},
];

// One conversation with one browser: requests go out on descriptor 3, answers come in on 4, NUL after each.
class Browser {
	constructor(program) {
		this.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'page-check-'));
		this.child = spawn(program, [...flags, `--user-data-dir=${this.profile}`, 'about:blank'],
			{stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
		this.waiting = new Map();
		this.listeners = [];
		this.number = 0;
		let rest = Buffer.alloc(0);
		this.child.stdio[4].on('data', (piece) => {
			rest = Buffer.concat([rest, piece]);
			for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1))
				this.take(JSON.parse(rest.subarray(0, end).toString()));
		});
		this.child.on('error', () => this.fail('cannot be started'));
		this.child.on('exit', () => this.fail('ended'));
	}
	take(message) {
		const asked = this.waiting.get(message.id);
		if (!asked)
			return this.listeners.forEach((listener) => listener(message));
		this.waiting.delete(message.id);
		message.error ? asked.reject(new Error(message.error.message)) : asked.resolve(message.result);
	}
	fail(why) {
		for (const asked of this.waiting.values())
			asked.reject(new Error(`the browser ${why}`));
		this.waiting.clear();
	}
	send(method, params = {}) {
		const id = ++this.number;
		const message = {id, method, params};
		if (this.session)
			message.sessionId = this.session;
		return new Promise((resolve, reject) => {
			this.waiting.set(id, {resolve, reject});
			this.child.stdio[3].write(JSON.stringify(message) + '\0');
		});
	}
	until(method) {
		return new Promise((resolve) => {
			const listener = (message) => {
				if (message.method !== method)
					return;
				this.listeners = this.listeners.filter((other) => other !== listener);
				resolve(message.params);
			};
			this.listeners.push(listener);
		});
	}
	async open() {
		const {targetInfos} = await this.send('Target.getTargets');
		const page = targetInfos.find((target) => target.type === 'page');
		const {sessionId} = await this.send('Target.attachToTarget', {targetId: page.targetId, flatten: true});
		this.session = sessionId;
		for (const domain of ['Page', 'Runtime', 'Log', 'Network'])
			await this.send(`${domain}.enable`);
	}
	close() {
		this.child.removeAllListeners('exit');
		this.child.on('exit', () => {
			try {
				fs.rmSync(this.profile, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
			} catch (error) {
				// A profile that is left behind is no fault of the page.
			}
		});
		this.child.kill();
	}
}

// Runs inside the page. Everything that is looked at, as a list of faults.
function inspect(least_contrast) {
	const faults = [];
	const say = (what, element) => {
		const words = (element && element.textContent || '').trim().slice(0, 40);
		faults.push(what + (element ? ` <${element.tagName.toLowerCase()}> "${words}"` : ''));
	};
	document.querySelectorAll('details').forEach((fold) => (fold.open = true));
	const width = document.documentElement.clientWidth;
	const scrolling = document.documentElement.scrollWidth;
	if (scrolling > width)
		say(`the page is ${scrolling} wide in a window of ${width}`);
	const scrolls = (element) => element.closest('.scroll, .plot, pre, .skip');
	for (const element of document.body.querySelectorAll('*')) {
		const box = element.getBoundingClientRect();
		if (box.width > 0 && box.right > width + 1 && !scrolls(element) && !element.closest('svg'))
			say(`reaches ${Math.round(box.right)} in a window of ${width}:`, element);
	}
	// Words of a small figure stand apart; words in a cell stay in it.
	for (const picture of document.querySelectorAll('svg.mini')) {
		const words = [...picture.querySelectorAll('text')].map((text) => [text, text.getBoundingClientRect()]);
		words.forEach(([text, a], i) => words.slice(0, i).forEach(([, b]) => {
			if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3)
				say('words overlap in a figure:', text);
		}));
	}
	for (const cell of document.querySelectorAll('td, th'))
		if (cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0)
			say('words leave their cell:', cell);
	for (const figure of document.querySelectorAll('figure')) {
		const picture = figure.querySelector('svg');
		if (!picture && !figure.querySelector('.none'))
			say('a figure holds no picture and no words:', figure);
		const box = picture && picture.getBoundingClientRect();
		if (picture && (box.width < 100 || box.height < 100))
			say(`a picture is ${box.width} by ${box.height}:`, figure);
		if (picture && (picture.getAttribute('role') !== 'img' || !picture.querySelector(':scope > desc')))
			say('a picture has no role or no description:', figure);
	}
	const beside = new Set();
	const ids = new Map();
	for (const element of document.querySelectorAll('[id]'))
		ids.set(element.id, (ids.get(element.id) || 0) + 1);
	ids.forEach((count, id) => count > 1 && say(`${count} elements have the id ${id}`));
	for (const link of document.querySelectorAll('a, use')) {
		const target = link.getAttribute('href');
		if (target && /^[\w.-]+\.html(#[\w-]+)?$/.test(target))
			beside.add(target);
		else if (!target || target[0] !== '#')
			say(`a link leaves the report (${target}):`, link);
		else if (!ids.has(target.slice(1)))
			say(`a link leads nowhere (${target}):`, link);
	}
	for (const name of ['aria-labelledby', 'aria-describedby'])
		for (const element of document.querySelectorAll(`[${name}]`))
			for (const id of element.getAttribute(name).split(' '))
				if (!ids.has(id))
					say(`${name} leads nowhere (${id}):`, element);
	if (document.querySelector('script, iframe, object, embed, img, link[rel=stylesheet], form'))
		say('the page holds something that runs or loads');
	for (const element of document.querySelectorAll('*'))
		for (const attribute of element.attributes)
			if (/^on/i.test(attribute.name) || /^(href|src|action|xlink:href)$/i.test(attribute.name) &&
				/^\s*javascript:/i.test(attribute.value))
				say(`an attribute could run (${attribute.name}):`, element);
	for (const table of document.querySelectorAll('table'))
		if (!table.caption || !table.tHead || !table.querySelector('tbody th[scope=row]') &&
			table.tBodies[0].rows.length > 0)
			say('a table has no caption or no headings:', table);

	// Contrast as WCAG 2 defines it.
	const numbers = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
	const light = (colour) => {
		const [r, g, b] = colour.slice(0, 3).map((c) => {
			c /= 255;
			return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const ground = (element) => {
		for (let at = element; at; at = at.parentElement) {
			const colour = numbers(getComputedStyle(at).backgroundColor);
			if (colour.length === 3 || colour[3] === 1)
				return colour;
		}
		return [255, 255, 255];
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const seen = new Set();
	for (let node; (node = walker.nextNode());) {
		const element = node.parentElement;
		if (!node.data.trim() || element.closest('desc, style') || !element.getClientRects().length)
			continue;
		const style = getComputedStyle(element);
		const colour = numbers(element.closest('svg') ? style.fill : style.color);
		const behind = ground(element);
		const pair = colour + ' on ' + behind;
		if (seen.has(pair))
			continue;
		seen.add(pair);
		const [a, b] = [light(colour), light(behind)].sort((x, y) => y - x);
		const contrast = (a + 0.05) / (b + 0.05);
		if (contrast < least_contrast)
			say(`contrast ${contrast.toFixed(2)} (${pair}):`, element);
	}
	return {faults, beside: [...beside], figures: document.querySelectorAll('figure svg').length,
		height: document.documentElement.scrollHeight, pairs: seen.size};
}

// Links to other pages of the report: the file is there, and has the id.
function follow(page, targets, pages) {
	const faults = [];
	for (const target of targets) {
		const [name, id] = target.split('#');
		const file = path.join(path.dirname(page), name);
		if (!pages.has(file))
			pages.set(file, fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
		if (!pages.get(file) || id && !pages.get(file).includes(` id="${id}"`))
			faults.push(`a link leads nowhere (${target})`);
	}
	return faults;
}

async function picture(browser, view, height, folder, page) {
	const clip = {x: 0, y: 0, width: view.width, height: Math.min(height, 12000), scale: 1};
	const {data} = await browser.send('Page.captureScreenshot', {format: 'png', clip, captureBeyondViewport: true});
	fs.writeFileSync(path.join(folder, `${path.basename(page, '.html')}-${view.name}.png`), Buffer.from(data, 'base64'));
}

async function look(browser, page, view, folder) {
	await browser.send('Emulation.setDeviceMetricsOverride',
		{width: view.width, height: view.height, deviceScaleFactor: 1, mobile: view.width < 500});
	await browser.send('Emulation.setEmulatedMedia',
		{media: view.media, features: [{name: 'prefers-color-scheme', value: view.scheme}]});
	const loaded = browser.until('Page.loadEventFired');
	await browser.send('Page.navigate', {url: 'file://' + page});
	await loaded;
	const size = await browser.send('Page.getLayoutMetrics');
	if (folder)
		await picture(browser, view, size.cssContentSize.height, folder, page);
	const answer = await browser.send('Runtime.evaluate',
		{expression: `(${inspect})(4.5)`, returnByValue: true});
	if (answer.exceptionDetails)
		throw new Error(JSON.stringify(answer.exceptionDetails));
	return answer.result.value;
}

// What the console and the network tell while the page is open.
function listen(browser, faults) {
	browser.listeners.push((message) => {
		const {method, params} = message;
		if (method === 'Runtime.consoleAPICalled')
			faults.push(`console: ${params.type}`);
		if (method === 'Runtime.exceptionThrown')
			faults.push(`exception: ${params.exceptionDetails.text}`);
		if (method === 'Log.entryAdded')
			faults.push(`log: ${params.entry.text}`);
		if (method === 'Network.requestWillBeSent' && !/^(file|data|about):/.test(params.request.url))
			faults.push(`asks the network for ${params.request.url}`);
	});
}

// What the command line asks: pages, and the values of -o and -v.
function read_line(words) {
	const asked = {pages: [], folder: undefined, views};
	for (let i = 0; i < words.length; i++) {
		if (words[i] === '-o')
			asked.folder = words[++i];
		else if (words[i] === '-v')
			asked.views = words[++i].split(',').map((name) => views.find((view) => view.name === name));
		else
			asked.pages.push(fs.realpathSync(words[i]));
	}
	return asked;
}

async function look_all(browser, asked, faults) {
	const pages = new Map();
	for (const page of asked.pages) {
		const name = asked.pages.length > 1 ? path.basename(page, '.html') + ' ' : '';
		let beside = [];
		for (const view of asked.views) {
			const seen = await look(browser, page, view, asked.folder);
			beside = seen.beside;
			seen.faults.forEach((fault) => faults.push(`${name}${view.name}: ${fault}`));
			console.log(`${name}${view.name}: ${seen.figures} pictures, ${seen.pairs} pairs of colours, ${
				seen.height} high, ${seen.faults.length} faults`);
		}
		follow(page, beside, pages).forEach((fault) => faults.push(`${name}${fault}`));
		if (asked.folder) {
			const {data} = await browser.send('Page.printToPDF', {preferCSSPageSize: true,
				paperWidth: 8.27, paperHeight: 11.69});
			fs.writeFileSync(path.join(asked.folder, `${path.basename(page, '.html')}.pdf`),
				Buffer.from(data, 'base64'));
		}
	}
}

async function main() {
	const asked = read_line(process.argv.slice(2));
	const browser = new Browser(process.env.CHROMIUM || 'chromium');
	const late = setTimeout(() => {
		console.log('the browser takes too long');
		browser.child.kill('SIGKILL');
	}, limit_ms);
	const faults = [];
	try {
		await browser.open();
		listen(browser, faults);
		await look_all(browser, asked, faults);
	} finally {
		clearTimeout(late);
		browser.close();
	}
	faults.forEach((fault) => console.log(fault));
	process.exitCode = faults.length === 0 ? 0 : 1;
}

main().catch((error) => {
	console.log(String(error));
	process.exitCode = 1;
});
