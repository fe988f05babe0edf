/** Shared by the programs that a test starts with `child.ts` and kills. */

import type {Collection} from '../../src/store/cache/collection-state.ts';
import {realClock} from '../../src/store/core/clock.ts';
import type {Session} from '../../src/store/session/session.ts';
import {testDouble} from '../../src/store/testing/test-double.ts';
import type {OverlayModel, OverlayStack} from '../../src/ui/context/overlay-stack.ts';
import type {ChangePorts} from '../../src/ui/context/ports.ts';
import {journalsIn} from './journaled-session.ts';

/**
 * The arguments of the child: an account, the journal of its batches, and the test's own values. It ends with the test.
 */
export function readChildArguments() {
  const [url = '', token = '', folder = '', ...more] = process.argv.slice(2);
  process.stdin.resume().once('end', () => process.exit(1));
  return {url, token, journals: journalsIn(folder), more};
}

/** Resolves to the list when all of it is read. */
export async function readCompletely(collection: Collection): Promise<Collection> {
  const {promise, resolve} = Promise.withResolvers<void>();
  const check = (): void => {
    if (collection.getState().isComplete) resolve();
  };
  collection.subscribe(check);
  check();
  await promise;
  return collection;
}

/** The parts of a console that are needed to send the changes that open in it. */
export function openTestConsole(session: Session) {
  const opened: OverlayModel[] = [];
  const context = testDouble<ChangePorts>({
    session,
    clock: realClock,
    profile: {name: 'test', production: false, readOnly: false},
    say: () => {},
    overlays: testDouble<OverlayStack>({
      open(model) {
        opened.push(model);
        return {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
      },
    }),
  });
  return {
    context,
    async sendOpened(): Promise<void> {
      const [{prompt} = {}] = opened;
      if (prompt?.kind === 'change') await prompt.send();
    },
  };
}

/** Ends the child with an error if it was not killed, so that the test doesn't wait forever. */
export function exitUnkilled(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
