import {expect, test} from 'vitest';
import {startEmulator} from '../index.ts';

test.each([
  [{accounts: 'nope'}, 'the option accounts must be demo, empty or a number: nope'],
  [{dialect: 'tomorrow'}, 'the option dialect must be documents or provider or today: tomorrow'],
  [{seed: 'a'}, 'the option seed must be a number of 0 or more: a'],
  [{acounts: 'empty'}, /^unknown option acounts\. Options: accounts, account, data/],
])('bug: startEmulator(%o) started, or failed with an error from inside', async (options, message) => {
  await expect(startEmulator(options as never)).rejects.toThrow(message);
});
