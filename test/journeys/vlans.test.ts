/** VLANs without an instance are deleted, where the API can do that. */
import {expect, test} from 'vitest';
import {openCommandLine} from '../support/cli.ts';

test('a VLAN without an instance is deleted, and one in use is kept', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const shown = await line.run(['do', 'networking.vlans.delete', 'staging-net', '--dry-run']);
  expect(shown.out).toContain('Only legacy VLANs can be deleted: the API refuses others.');
  expect(shown.out).toContain('DELETE /v4/networking/vlans/us-east/staging-net');
  expect(
    await line.run(['do', 'networking.vlans.delete', 'staging-net', '--yes', '--confirm', 'staging-net']),
  ).toMatchObject({code: 0});
  expect((await line.run(['get', 'vlans'])).out).not.toContain('staging-net');
  const refused = await line.run(['do', 'networking.vlans.delete', 'batch', '--yes']);
  expect(refused.err).toContain('attached to 1 instance; remove the interfaces first');
  await line.close();
});
