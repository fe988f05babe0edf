/** `:cost` and the overview: the run rate by type, region and tag, and the forecast of the invoice. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {jsonResponse, nameOf, openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {volume} from '../harness/fleet.ts';
import {openMergedConsole} from '../harness/merged-console.ts';
import {sharedClock} from '../harness/shared-clock.ts';

const demo = () => openAccount({accounts: 'demo', dialect: 'today'});

test('cost shows the run rate, the forecast, and the price by type, region and tag', async () => {
  const screen = await openConsole({account: demo(), size: [140, 60], view: {page: 'cost'}});
  screen.expectText(/Run rate +\$[\d,]+\.\d\d\/mo +\$[\d.]+\/h, \d+ resources\n[^│]*│ +the price of \d+ is unknown/);
  screen.expectText(/Not invoiced yet +\$[\d,.]+ +usage of this month/);
  screen.expectText(
    /Forecast of the invoice +\$[\d,.]+ +before taxes and promotions\n[^│]*│ +without the \d+ of unknown price/,
  );
  screen.expectText(/BY TYPE/);
  screen.expectText(/Instances +\$[\d,.]+\/mo +48 resources/);
  screen.expectText(/Images +unknown +\d+ resources/);
  screen.expectText(/us-east +\$[\d,.]+\/mo/);
  screen.expectText(/no tag +\$[\d,.]+\/mo/);
  screen.expectNoText(/Reading|Incomplete/);
});

test('a type opens its list with prices', async () => {
  const screen = await openConsole({account: demo(), size: [140, 60], view: {page: 'cost'}});
  await screen.moveTo('Volumes');
  await screen.press('enter');
  screen.expectText(/Volumes +\d+/);
  screen.expectText(/LABEL.*PRICE/);
  screen.expectText(/\$\d+\.\d\d\/mo/);
});

test('a region or a tag offers the list of each type that it counts, with prices', async () => {
  const screen = await openConsole({account: demo(), size: [140, 60], view: {page: 'cost'}});
  for (const [line, filter] of [
    ['ap-south', 'region=ap-south'],
    ['prod', 'tag=prod'],
  ] as const) {
    const [, count] = new RegExp(`${line} +\\S+/mo +(\\d+) resources`).exec(screen.text()) ?? [];
    await screen.moveTo(`${line} `);
    await screen.press('enter');
    expect(Number(count)).toBeGreaterThan(0);
    screen.expectText(`${line}  ${count} resources`);
    screen.expectText(/Instances +\$[\d,.]+\/mo {2}\d+ resources/);
    await screen.type('volumes');
    await screen.press('enter');
    screen.expectText(/Volumes +\d+ of \d+/);
    screen.expectText(/LABEL.*PRICE/);
    expect(screen.context.navigation.current.getState()?.destination).toEqual({
      ...{family: 'volumes', filter, columns: ['price']},
    });
    await screen.press('esc', 'esc');
  }
  screen.expectNoChanges();
});

test('the columns menu hides the price that the cost page added', async () => {
  const screen = await openConsole({account: demo(), size: [140, 60], view: {page: 'cost'}});
  await screen.moveTo('Volumes');
  await screen.press('enter');
  screen.expectText(/LABEL.*PRICE/);
  await screen.press('C');
  await screen.type('price');
  await screen.press('space', 'enter');
  screen.expectNoText(/LABEL.*PRICE/);
});

test('bug: the Markdown of a list lacked the price that the cost page added', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-cost-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const screen = await openConsole({account: demo(), size: [140, 60], view: {page: 'cost'}, folder});
  await screen.moveTo('Volumes');
  await screen.press('enter');
  await screen.command('export markdown volumes.md');
  expect(readFileSync(join(folder, 'volumes.md'), 'utf8')).toMatch(
    /^\| Label \|.*\| Price \|.*\n.*\n\|.* \$\d+\.\d\d\/mo /,
  );
});

test('the cost explains on a narrow screen why the rest of the month is less than the hourly price', async () => {
  const screen = await openConsole({account: demo(), size: [80, 24], view: {page: 'cost'}});
  screen.expectText(/Rest of the month +\$[\d,.]+ +\d+ hours until [\d-]+ *\n +each at most its monthly price/);
});

test('the overview shows the run rate and the forecast, and opens the cost page', async () => {
  const screen = await openConsole({account: demo(), size: [120, 90], view: {page: 'overview'}});
  screen.expectText(/Run rate +\$[\d,]+\.\d\d\/mo/);
  await screen.moveTo('Forecast of the invoice');
  await screen.press('enter');
  screen.expectText('BY TYPE');
});

test('the cost is incomplete if a list can’t be read', async () => {
  const account = demo();
  const refusal = {errors: [{reason: 'Your OAuth token is not authorized to use this endpoint.'}]};
  account.intercept(received => (nameOf(received) === 'GET /v4/volumes' ? jsonResponse(401, refusal) : undefined));
  const screen = await openConsole({account, size: [200, 70], view: {page: 'cost'}});
  screen.expectText(/Incomplete\. Couldn’t read volumes: \S/);
  await screen.command('overview');
  screen.expectText(/Run rate +unknown +couldn’t read volumes/);
});

test('each of several accounts has its own cost', async () => {
  const clock = sharedClock();
  const prod = openAccount({accounts: 'empty', dialect: 'today', clock});
  const lab = openAccount({accounts: 'empty', dialect: 'today', clock});
  const free = {compute_id: null, compute_label: null};
  prod.put(Volumes, [volume(0, {...free, size: 100})]);
  lab.put(Volumes, [volume(1, {...free, size: 10})]);
  const screen = await openMergedConsole({accounts: {prod, lab}, size: [140, 50], view: {page: 'cost'}});
  screen.expectText(/Cost +prod/);
  screen.expectText(/Run rate +\$10\.00\/mo +\$0\.015\/h, 1 resource$/m);
  screen.expectText(/Run rate +\$1\.00\/mo/);
});
