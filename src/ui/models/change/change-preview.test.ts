import {expect, test} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import {nodebalancerNode} from '../../../families/testing/service-rows.ts';
import {planBatch} from '../../../store/changes/batch/plan-batch.ts';
import {manualClock} from '../../../store/testing/manual-clock.ts';
import {TestAccount} from '../../../store/testing/test-account.ts';
import {createTestSession, plainProfile} from '../../../store/testing/test-session.ts';
import {ChangePreview} from './change-preview.ts';

const nodes = familyOf('nodebalancers.configs.nodes');
const below = {nodeBalancerId: 1201, configId: 1301};
const node = nodebalancerNode();

/** The preview of draining a node, while the other nodes of its config are still being read. */
async function previewDrain(...others: readonly (typeof node)[]) {
  const account = new TestAccount();
  const clock = manualClock();
  const read = Promise.withResolvers<void>();
  account.lists.set('nodebalancers.configs.nodes.list', [node, ...others]);
  account.beforeAnswer = ({operation}) => (operation === 'nodebalancers.configs.nodes.list' ? read.promise : undefined);
  const session = createTestSession({account, clock}, {families: [nodes]});
  const host = {
    session,
    clock,
    profile: plainProfile,
    say() {},
    copyText: async () => false,
    saveText: async () => {},
    parentLabel: () => undefined,
  };
  const plan = planBatch(host, {family: nodes, name: 'update', rows: [node], params: below});
  if (!plan) throw new Error('nothing can be done to it');
  await clock.settle();
  plan.set('mode', 'drain');
  await plan.toPreview();
  await clock.settle();
  let sent = 0;
  const steps = {close() {}, back() {}, openForm() {}, hasForm: () => true, send: () => void sent++};
  const preview = new ChangePreview(host, plan, steps);
  const buttons = () => (preview.isArmed() ? `Cancel   [${preview.button()}]` : `[Cancel]   ${preview.button()}`);
  const press = (command: string) => {
    const layer = preview.layers().find(({handler}) => handler(command) !== undefined);
    layer?.handler(command)?.run('');
  };
  const arrive = async () => {
    read.resolve();
    await clock.settle();
  };
  return {plan, buttons, press, arrive, sent: () => sent};
}

test('a preview that turns out to interrupt moves the focus to Cancel', async () => {
  const {plan, buttons, press, arrive, sent} = await previewDrain();
  expect(plan.state().preview).toMatchObject({risk: undefined, isLoading: true});
  expect(buttons()).toBe(`Cancel   [Edit ${nodes.label(node)}]`);
  await arrive();
  expect(plan.state().preview).toMatchObject({
    risk: 'interrupts',
    isLoading: false,
    warnings: expect.arrayContaining(['No other node accepts traffic. The config serves nothing.']),
  });
  expect(buttons()).toBe(`[Cancel]   Edit ${nodes.label(node)}`);
  press('proceed');
  expect(sent()).toBe(0);
});

test('a button focused before the interruption is known loses the focus to Cancel', async () => {
  const {buttons, press, arrive} = await previewDrain();
  press('switch');
  press('switch');
  expect(buttons()).toBe(`Cancel   [Edit ${nodes.label(node)}]`);
  await arrive();
  expect(buttons()).toBe(`[Cancel]   Edit ${nodes.label(node)}`);
  press('switch');
  expect(buttons()).toBe(`Cancel   [Edit ${nodes.label(node)}]`);
});

test('a preview that turns out to be harmless keeps the focus on Edit', async () => {
  const {plan, buttons, press, arrive, sent} = await previewDrain(nodebalancerNode({id: 1402, label: 'web-02'}));
  await arrive();
  expect(plan.state().preview).toMatchObject({risk: undefined, isLoading: false});
  expect(buttons()).toBe(`Cancel   [Edit ${nodes.label(node)}]`);
  press('proceed');
  expect(sent()).toBe(1);
});
