import {describe, expect, it} from 'vitest';
import {memoryStateFiles} from '../platform/files/state-files.ts';
import {type AuditEntry, createAuditLog} from './changes/audit-log.ts';

function openFiles() {
  const files = memoryStateFiles();
  const author = {host: 'desk', user: 'ada'};
  return {
    text: async () => (await files.read('audit')) ?? '',
    open: () => createAuditLog({files, path: 'audit', author, onFailure: () => {}}),
  };
}

const entry = (at: number): AuditEntry => ({
  at,
  profile: 'shop',
  as: 'acme',
  api: 'api.example.com',
  operation: 'volumes.delete',
  method: 'DELETE',
  path: '/v4/volumes/1',
  target: {family: 'volumes', id: 1, params: {}},
  label: 'data',
  changes: [],
  outcome: 'done',
  status: 200,
  requestId: undefined,
  milliseconds: 5,
});

describe('the log entry of a change that is being sent', () => {
  it('is in the file before the request is sent, and remains if the program is killed', async () => {
    const {text, open} = openFiles();
    await open().announce(entry(1000));
    expect(await text()).toContain('"outcome":"sending"');
    expect(await open().read()).toMatchObject([{operation: 'volumes.delete', outcome: 'sending'}]);
  });

  it('is merged with the entry of the result', async () => {
    const {text, open} = openFiles();
    const audit = open();
    await audit.announce(entry(1000));
    audit.write(entry(1000));
    await audit.announce(entry(2000));
    await audit.flush();
    expect((await text()).trim().split('\n')).toHaveLength(3);
    expect((await audit.read()).map(({at, outcome}) => [at, outcome])).toEqual([
      [2000, 'sending'],
      [1000, 'done'],
    ]);
  });
});
