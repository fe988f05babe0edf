/** A resource that was read is a valid body of its edit: `get X --json` and `do X.update --body @FILE` send what differs. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {families} from '../src/families/registry.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine({accounts: 'demo', dialect: 'today'});
});
afterAll(() => line.close());

const operations = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));

/** Edits without a test, and the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'databases.postgresql.update': 'the demo account has no such database',
  'databases.mongodb.update': 'the API of today has no such databases',
  'account.oauthClients.thumbnail.update': 'it sends a file',
};

/** Edits of the rows of lists that need no parent. */
const edits = families.flatMap(({id, source, actions, single}) =>
  operations.get(source)?.path.includes('{')
    ? []
    : Object.entries(actions).flatMap(([name, {operation, on, elsewhere}]) => {
        const action = `${id}.${name}`;
        const isEdit = operations.get(operation)?.method === 'PUT' && on === 'row' && !elsewhere;
        return isEdit && !(action in exceptions) ? [{id, action, isSingle: single === true}] : [];
      }),
);

describe('the unchanged body of a resource', () => {
  test.each(edits)('is not sent by $action', async ({id, action, isSingle}) => {
    const {out} = isSingle ? {out: ''} : await line.run(['get', id, '-o', 'name']);
    const verdicts: string[] = [];
    // A single object, such as the profile, has no ID.
    for (const row of out.trim().split('\n')) {
      const ids = row === '' ? [] : [row];
      const body = await line.run(['get', id, ...ids, '--json']);
      const result = await line.run(['do', action, ...ids, '--body', body.out, '--dry-run']);
      verdicts.push(result.code === 0 ? result.out + result.err : `${result.code} ${result.err}`);
      if (result.code === 0 || verdicts.length > 20) break;
    }
    expect(verdicts.at(-1)).toMatch(/ is unchanged: it already has these values\n$/);
  });
});

test('only the changed fields of the body of a resource are sent', async () => {
  const [volume] = JSON.parse((await line.run(['get', 'volumes', '--json'])).out);
  const body = JSON.stringify({...volume, tags: ['edited'], label: 'renamed'});
  const {out} = await line.run(['do', 'volumes.update', String(volume.id), '--body', body, '--dry-run', '--json']);
  expect(JSON.parse(out).body).toEqual({tags: ['edited'], label: 'renamed'});
});
