// What a person does with the report of a counterexample, and what has to come of it. Run by `check` beside this file.
'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { chromium } = require('playwright-core');

const [file, pictures] = process.argv.slice(2).map(name => path.resolve(name));
const options = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: options });
  const page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
  const errors = [], requests = [];
  page.on('pageerror', error => errors.push(String(error)));
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  page.on('request', request => requests.push(request.url()));
  const address = pathToFileURL(file).href;
  await page.goto(address);
  await page.screenshot({ path: path.join(pictures, 'report.png') });
  assert.deepEqual(requests, [address], 'nothing else is loaded');

  const player = page.locator('.player').first();
  const rows = player.locator('tr.step');
  const many = await rows.count();
  assert.ok(many > 2, 'there is an execution');
  const position = () => player.locator('output').textContent();
  assert.equal(await position(), `step ${many} of ${many}`, 'it begins where it goes wrong');

  await page.keyboard.press('Home');
  assert.equal(await position(), `step 1 of ${many}`);
  assert.equal(await player.locator('tr.now').count(), 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await position(), `step 1 of ${many}`, 'back is the other way');
  await player.getByRole('button', { name: 'to the next switch' }).click();
  const row = player.locator('tr.now');
  assert.match(await row.getAttribute('class'), /switch/, 'another thread moves');
  const line = await row.getAttribute('data-place');
  const marked = player.locator('.source span.now');
  assert.equal(await marked.count(), 1, 'its line is marked');
  assert.equal(await marked.getAttribute('data-n'), line.slice(line.lastIndexOf(':') + 1));
  assert.ok(await marked.isVisible(), 'and can be seen');
  await page.screenshot({ path: path.join(pictures, 'report-step.png') });

  // What a row sets is among the values, and marked as changed.
  const setting = rows.and(page.locator('[data-set]')).last();
  const sets = JSON.parse(await setting.getAttribute('data-set'));
  const all = await player.getByRole('button', { name: 'show all lines' });
  if (await all.count()) {
    const hidden = await rows.evaluateAll(rows => rows.filter(row => row.hidden).length);
    assert.ok(hidden > 0, 'folds are closed');
    await all.click();
    assert.equal(await rows.evaluateAll(rows => rows.filter(row => row.hidden).length), 0, 'and open');
  }
  await setting.click();
  const changed = await player.locator('.values tr.changed').allTextContents();
  for (const [name, value] of sets) assert.ok(changed.includes(name + value), `${name} is ${value} in ${changed}`);
  await page.keyboard.press('End');
  assert.equal(await position(), `step ${many} of ${many}`);

  // A narrow window loses nothing.
  await page.setViewportSize({ width: 700, height: 900 });
  await page.screenshot({ path: path.join(pictures, 'report-narrow.png') });
  const quiet = await browser.newPage({ javaScriptEnabled: false });
  await quiet.goto(address);
  assert.equal(await quiet.locator('.player').first().locator('tr.step:visible').count(), many, 'everything is there without scripts');
  assert.deepEqual(errors, []);
  await browser.close();
  console.log(`${many} steps, pictures in ${pictures}`);
}

main().catch(error => { console.error(error); process.exit(1); });
