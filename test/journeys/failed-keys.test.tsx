/** Keys and commands whose work fails: the program continues, and shows the reason. */
import {expect, onTestFinished, test, vi} from 'vitest';
import type {ChangePrompt} from '../../src/ui/context/prompt-types.ts';
import {openConsole} from '../harness/console.ts';
import {openPlainMode} from '../support/plain-mode.ts';

const {failure} = vi.hoisted(() => ({failure: {error: new Error()}}));

vi.mock('../../src/ui/screens/overlays/profiles.ts', () => ({
  openProfiles() {
    throw failure.error;
  },
}));

test('bug: a key ended the console if Skydeck was updated on disk meanwhile', async () => {
  vi.stubEnv('SKYDECK_BUILD', 'b1');
  onTestFinished(() => void vi.unstubAllEnvs());
  failure.error = Object.assign(new Error('Cannot find module'), {code: 'ERR_MODULE_NOT_FOUND'});
  const screen = await openConsole({view: 'volumes'});
  await screen.press('@');
  screen.expectText('Skydeck was updated on disk. Quit and start it again');
  await screen.press('enter');
  screen.expectText('Attached to');
});

test('bug: a defect in the work of a key ended the console; a report has its details', async () => {
  failure.error = new TypeError('x is not a function');
  const reported: unknown[] = [];
  const reportDefect = (error: unknown) => `Skydeck hit a bug. Report ${reported.push(error)}`;
  const screen = await openConsole({view: 'volumes', reportDefect});
  await screen.press('@');
  screen.expectText('Skydeck hit a bug. Report 1');
  expect(reported).toEqual([failure.error]);
});

test('bug: a dialog whose sending failed stayed at “sending”', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('e');
  await screen.type('x');
  await screen.press('ctrl-o');
  screen.expectText(/─ [^─\n]+\? ─/);
  const {plan} = screen.context.overlays.stack.getState().at(-1)?.model.prompt as ChangePrompt;
  vi.spyOn(plan, 'send').mockRejectedValue(new TypeError('x is not a function'));
  await screen.press('y');
  screen.expectText('Skydeck hit a bug: x is not a function.');
  screen.expectText(/─ [^─\n]+\? ─/);
  screen.expectNoText('sending');
  screen.expectNoChanges();
});

test('bug: a change whose sending failed after esc kept its batch, so that :resume found nothing', async () => {
  const screen = await openConsole({view: 'volumes'});
  await screen.press('e');
  await screen.type('x');
  await screen.press('ctrl-o');
  const {plan} = screen.context.overlays.stack.getState().at(-1)?.model.prompt as ChangePrompt;
  const {promise: sending, reject} = Promise.withResolvers<void>();
  vi.spyOn(plan, 'send').mockReturnValue(sending);
  const close = vi.spyOn(plan, 'close');
  await screen.press('y', 'esc');
  expect(close).not.toHaveBeenCalled();
  reject(new TypeError('x is not a function'));
  await screen.advance(100);
  screen.expectText('Skydeck hit a bug: x is not a function.');
  expect(close).toHaveBeenCalledOnce();
});

test('bug: a part of :resume that could not be loaded was shown as a failure to save', async () => {
  const screen = await openConsole({view: 'volumes'});
  vi.spyOn(screen.context.session.batchJournals, 'listInterrupted').mockRejectedValue(new TypeError('x is undefined'));
  await screen.command('resume');
  screen.expectText('Skydeck hit a bug: x is undefined.');
});

test('bug: a defect in a command ended plain mode', async () => {
  failure.error = new TypeError('x is not a function');
  const plainMode = openPlainMode();
  const transcript = await plainMode.run({family: 'volumes'}, 'profiles', 'status', 'quit');
  expect(transcript).toContain('Failed: Skydeck hit a bug: x is not a function. Run it with --log FILE and report it.');
  expect(transcript).toContain('Profile demo');
  plainMode.close();
});
