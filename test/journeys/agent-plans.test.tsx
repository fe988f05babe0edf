/** Plans of agents in the console: a person approves them in the usual preview, or refuses them. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {AgentAccount} from '../../src/cli/mcp/agent-account.ts';
import {callTool} from '../../src/cli/mcp/call-tool.ts';
import {openStateFiles} from '../../src/platform/files/state-files.ts';
import {stateFolder} from '../../src/platform/files/xdg-paths.ts';
import {openPlanQueue} from '../../src/store/plans/plan-queue.ts';
import type {Destination} from '../../src/ui/context/navigation.ts';
import {openAccount, type TestAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {agentContext} from '../support/agent.ts';

/** An account with an agent, and consoles that see its plans. */
function openOffice(account: TestAccount = openAccount({accounts: 'demo'})) {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-plans-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const env = {XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder};
  const {clock} = account;
  const profile = {name: 'demo', production: false, readOnly: false};
  const close = async () => {};
  const agent = new AgentAccount({
    context: {...agentContext(env), clock},
    openReading: async () => ({profile, connect: account.connect({readOnly: true}), close}),
    openWriting: async () => ({
      profile,
      connect: () => Promise.reject(new Error('the agent must not change anything')),
      close,
    }),
  });
  agent.name = 'helper';
  const call = async (name: string, input: object): Promise<{name: string; state: string}> => {
    const {content, isError} = await callTool(name, input, agent);
    if (isError) throw new Error(JSON.stringify(content));
    return content as never;
  };
  const plans = () =>
    openPlanQueue({
      files: openStateFiles(stateFolder(env), message => expect.fail(message)),
      profile: 'demo',
      address: 'demo',
      clock,
      onFailure: error => expect.fail(String(error)),
    });
  return {
    account,
    plan: (input: object) => call('plan', input),
    stateOf: async (name: string) => (await call('plan', {name})).state,
    open: (view: Destination, more: object = {}) =>
      openConsole({account, size: [120, 40], view, storedData: {plans: plans()}, ...more}),
  };
}

const resize = {
  action: 'instances.resize',
  ids: ['web-03', 'web-04'],
  fields: {type: 'g6-standard-4'},
  reason: 'Both are\u202e out of memory',
};

test('a plan on the overview opens the usual preview, and is sent after a person confirms it', async () => {
  const office = openOffice();
  const {name} = await office.plan(resize);
  const screen = await office.open({page: 'overview'});
  await screen.advance(15_000);
  screen.expectText('1 plan waits for approval: Resize web-03 and 1 more (by agent helper)');
  await screen.moveTo('1 plan waits');
  await screen.press('enter');
  screen.expectText(/Resize web-03 and 1 more {2}by agent helper · expires in 2\dh/);
  screen.expectText('The agent writes: Both are out of memory');
  await screen.press('enter');
  screen.expectText('Planned by agent helper: “Both are out of memory”');
  screen.expectText(/\$40\.00\/mo/);
  screen.expectNoChanges();
  await screen.confirm();
  await screen.advance(5000);
  expect(screen.changes().map(({method, path}) => `${method} ${path}`)).toEqual([
    expect.stringMatching(/^POST .*\/resize$/),
    expect.stringMatching(/^POST .*\/resize$/),
  ]);
  expect(await office.stateOf(name)).toBe('applied');
  await screen.advance(15_000);
  screen.expectText('no plan waits');
  screen.expectText(/applied +Resize web-03 and 1 more/);
});

test('enter pressed twice on a plan opens one preview', async () => {
  const office = openOffice();
  await office.plan(resize);
  const screen = await office.open({page: 'plans'});
  await screen.advance(1000);
  for (const key of ['enter', 'enter']) screen.context.press({key});
  await screen.advance(100);
  screen.expectText('Planned by agent helper');
  screen.expectRecentText('The plan is already being opened.');
  expect(screen.context.overlays.stack.getState()).toHaveLength(1);
});

test('a plan that asks for the label is confirmed by typing it', async () => {
  const office = openOffice();
  const {name} = await office.plan({action: 'volumes.delete', ids: ['crm-archive-2014']});
  const screen = await office.open({page: 'plans'});
  await screen.advance(1000);
  await screen.press('enter');
  screen.expectText('All data on crm-archive-2014 is permanently deleted.');
  await screen.press('enter');
  screen.expectNoChanges();
  await screen.press('enter');
  await screen.type('crm-archive-2014');
  await screen.press('enter');
  await screen.advance(5000);
  expect(screen.changes()).toHaveLength(1);
  expect(await office.stateOf(name)).toBe('applied');
});

test('a plan is refused with x, and the agent reads the refusal', async () => {
  const office = openOffice();
  const {name} = await office.plan(resize);
  const screen = await office.open({page: 'plans'});
  await screen.advance(1000);
  await screen.press('x');
  screen.expectText('no plan waits');
  screen.expectText(/refused +Resize web-03 and 1 more/);
  expect(await office.stateOf(name)).toBe('refused');
  await screen.press('enter');
  screen.expectNoChanges();
});

test('a plan whose resource has changed since is not sent', async () => {
  const office = openOffice();
  const {name} = await office.plan(resize);
  const screen = await office.open({page: 'plans'});
  await screen.advance(1000);
  await office.account.call('PUT /v4/compute/instances/104', {tags: ['moved']});
  await screen.press('enter');
  await screen.advance(1000);
  screen.expectText(/web-04 has changed since the plan was written: .*tags\. Nothing was sent/);
  expect(screen.changes().filter(({method}) => method === 'POST')).toEqual([]);
  expect(await office.stateOf(name)).toBe('waiting');
});

test('a canceled preview keeps the plan waiting', async () => {
  const office = openOffice();
  const {name} = await office.plan(resize);
  const screen = await office.open({page: 'plans'});
  await screen.advance(1000);
  await screen.press('enter', 'esc');
  screen.expectNoChanges();
  expect(await office.stateOf(name)).toBe('waiting');
});

test('a read-only console can’t send a plan', async () => {
  const office = openOffice();
  await office.plan(resize);
  const screen = await office.open({page: 'plans'}, {readOnly: true});
  await screen.advance(1000);
  await screen.press('enter');
  screen.expectText(/read-only.*Nothing was sent/);
  screen.expectNoChanges();
});

test('the wallboard shows the plan, and p opens it', async () => {
  const office = openOffice();
  const screen = await office.open({page: 'monitor'});
  screen.expectNoText('for approval');
  await office.plan(resize);
  await screen.advance(20_000);
  screen.expectText('1 plan waits for approval: Resize web-03 and 1');
  screen.expectFooter('p approvals');
  await screen.press('p');
  screen.expectText('The agent writes: Both are out of memory');
  await screen.press('esc');
  screen.expectText('1 plan waits for approval');
});

test('an expired plan no longer waits for approval', async () => {
  const office = openOffice();
  const {name} = await office.plan(resize);
  office.account.clock.jumpBy(25 * 3_600_000);
  const screen = await office.open({page: 'plans'});
  await screen.advance(1000);
  screen.expectText('no plan waits');
  screen.expectText(/expired +Resize/);
  expect(await office.stateOf(name)).toBe('expired');
});

test('bug: on the approvals, G went to the agent’s reason, where enter and x have no plan', async () => {
  const office = openOffice();
  await office.plan(resize);
  await office.plan({action: 'volumes.delete', ids: ['crm-archive-2014'], reason: 'Not read for years'});
  const screen = await office.open({page: 'plans'});
  await screen.advance(1000);
  const cursorLine = () =>
    screen
      .text()
      .split('\n')
      .filter(line => line.includes('▌'))
      .at(-1);
  const [first] = screen.text().match(/Resize web-03|Delete crm-archive-2014/) ?? [];
  expect(cursorLine()).toContain(first);
  await screen.press('G');
  expect(cursorLine()).toContain('by agent helper');
  expect(cursorLine()).not.toContain(first);
  await screen.press('k');
  expect(cursorLine()).toContain(first);
  await screen.press('G', 'x');
  screen.expectText(/refused +(Delete crm-archive-2014|Resize web-03)/);
  await screen.press('G');
  expect(cursorLine()).toContain('refused');
  await screen.press('x');
  screen.expectText('the plan is refused');
});

test('bug: the agent still read “failed” after a retry of the failed change succeeded', async () => {
  const office = openOffice();
  const {name} = await office.plan(resize);
  const screen = await office.open({page: 'plans'});
  await screen.advance(1000);
  await screen.press('enter');
  office.account.answerNext('POST /v4/compute/instances/104/resize', 400, {errors: [{reason: 'is busy'}]});
  await screen.confirm();
  await screen.advance(5000);
  screen.expectText('is busy');
  expect(await office.stateOf(name)).toBe('failed');
  await screen.press('r');
  await screen.advance(5000);
  expect(screen.changes()).toHaveLength(3);
  expect(await office.stateOf(name)).toBe('applied');
});

test('bug: a plan that the API refused was “decided by someone else” when it was sent again', async () => {
  const office = openOffice();
  const {name} = await office.plan({...resize, ids: ['web-03']});
  const screen = await office.open({page: 'plans'});
  await screen.advance(1000);
  await screen.press('enter');
  office.account.answerNext('POST /v4/compute/instances/103/resize', 400, {errors: [{reason: 'is busy'}]});
  await screen.confirm();
  await screen.advance(5000);
  screen.expectText('is busy');
  expect(await office.stateOf(name)).toBe('failed');
  await screen.press('ctrl-o');
  await screen.confirm();
  await screen.advance(5000);
  expect(screen.changes()).toHaveLength(2);
  expect(await office.stateOf(name)).toBe('applied');
});
