// What a person does with the page, and what has to come of it. Run by `check` beside this file.
'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { chromium } = require('playwright-core');

const [folder, pictures] = process.argv.slice(2).map(name => path.resolve(name));
const options = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

async function texts(page, table, column) {
  return page.$$eval(`#${table} tbody tr:not([hidden])`, (rows, column) => rows.map(row => row.cells[column].dataset.v ?? row.cells[column].textContent.trim()), column);
}

const sorted = values => values.every((value, i) => i === 0 || values[i - 1] === '' || value === '' || Number(values[i - 1]) <= Number(value));

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: options });
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  const errors = [], requests = [];
  page.on('pageerror', error => errors.push(String(error)));
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  page.on('request', request => requests.push(request.url()));
  const address = pathToFileURL(path.join(folder, 'index.html')).href;
  await page.goto(address);
  await page.screenshot({ path: path.join(pictures, 'page.png') });
  assert.deepEqual(requests, [address], 'nothing else is loaded');

  // Every sortable head sorts, and sorts the other way the second time.
  const all = await page.locator('#tasks tbody tr').count();
  assert.ok(all > 1, 'there are tasks');
  const heads = page.locator('#tasks thead tr:last-child th');
  const names = await heads.allTextContents();
  const cpu = names.indexOf('CPU s');
  const before = await texts(page, 'tasks', 0);
  await heads.nth(cpu).getByRole('button').click();
  assert.equal(await heads.nth(cpu).getAttribute('aria-sort'), 'ascending');
  const up = await texts(page, 'tasks', cpu);
  assert.ok(sorted(up), 'times rise');
  await heads.nth(cpu).getByRole('button').press('Enter');
  assert.equal(await heads.nth(cpu).getAttribute('aria-sort'), 'descending');
  const down = await texts(page, 'tasks', cpu);
  assert.ok(sorted([...down].filter(text => text !== '').reverse()), 'times fall');
  await page.screenshot({ path: path.join(pictures, 'sorted.png') });
  await heads.nth(0).getByRole('button').click();
  assert.deepEqual((await texts(page, 'tasks', 0)).sort(), [...before].sort(), 'no task is lost');
  assert.equal(await page.locator('#tasks th[aria-sort]').count(), 1, 'one column at a time');

  // The sums sort as well.
  const runs = page.locator('#sums thead th', { hasText: /^runs$/ });
  await runs.getByRole('button').click();
  assert.ok(sorted(await texts(page, 'sums', 3)), 'sums rise');

  // Filters hide, and show again.
  const shown = () => page.locator('#tasks tbody tr:not([hidden])').count();
  const output = page.locator('#filter output');
  assert.equal(await output.textContent(), `${all} of ${all}`);
  const name = before[0];
  await page.fill('#filter [name=text]', name.toUpperCase());
  const some = await shown();
  assert.ok(some >= 1 && some < all, `${some} of ${all} contain ${name}`);
  assert.equal(await output.textContent(), `${some} of ${all}`);
  await page.keyboard.press('Enter');
  assert.equal(page.url(), address, 'Enter does not leave the page');
  await page.fill('#filter [name=text]', '');
  let counts = [];
  for (const kind of await page.$$eval('#filter [name=kind] option', options => options.map(o => o.value))) {
    await page.selectOption('#filter [name=kind]', kind);
    const expected = await page.$$eval('#tasks tbody tr', (rows, kind) => rows.filter(r => kind === '' || r.dataset.kinds.split(' ').includes(kind)).length, kind);
    assert.equal(await shown(), expected, kind);
    counts.push(`${kind || 'all'} ${expected}`);
  }
  await page.selectOption('#filter [name=kind]', '');

  // Plots are there, and as large as they say.
  const plots = await page.$$eval('.plots svg', all => all.map(svg => svg.getBoundingClientRect().width));
  assert.ok(plots.length >= 1 && plots.every(width => width > 100), `plots ${plots}`);

  // Every link leads to an output.
  const links = await page.$$eval('a', all => all.map(a => a.href));
  assert.ok(links.length > 0, 'runs have links');
  await page.locator('#tasks a').first().click();
  const log = await page.textContent('body');
  assert.match(log, /^\$ .* check /);
  await page.goBack();
  const fs = require('node:fs');
  for (const link of links) assert.ok(fs.existsSync(new URL(link)), link);

  // Narrow, and dark.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 480, height: 900 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide for a telephone`);
  await page.screenshot({ path: path.join(pictures, 'narrow.png') });
  assert.deepEqual(errors, [], 'no errors');
  await browser.close();
  console.log(`${all} tasks, ${links.length} links, ${plots.length} plots; filters: ${counts.join(', ')}; pictures in ${pictures}`);
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
