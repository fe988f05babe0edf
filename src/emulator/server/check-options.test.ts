import {expect, test} from 'vitest';
import {startEmulator} from '../index.ts';

test.each([
  [{accounts: 'nope'}, 'the option accounts must be demo, empty or a number of instances: nope'],
  [{dialect: 'tomorrow'}, /^the option dialect must be documents, provider,? or today: tomorrow$/],
  [{seed: 'a'}, 'the option seed must be a whole number, 0 to 4294967295: a'],
  [{port: 70_000}, 'the option port must be a whole number, 0 to 65535: 70000'],
  [{acounts: 'empty'}, /^unknown option acounts\. Options: accounts, account, data/],
])('bug: startEmulator(%o) started, or failed with an error from inside', async (options, message) => {
  await expect(startEmulator(options as never)).rejects.toThrow(message);
});
