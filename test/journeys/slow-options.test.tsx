/** Forms while the lists of their options are still being read, as on a slow connection. */
import {onTestFinished, test} from 'vitest';
import {startEmulator} from '../../src/emulator/server/start-server.ts';
import {families} from '../../src/families/registry.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import {renderConsole} from '../support/console.tsx';

/** The demo account; the answer with the profiles arrives when the test lets it. */
async function openLate() {
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  const arrivals: (() => void)[] = [];
  const connect = createConnect({baseUrl: account.url, token: () => account.token});
  const session = createSession({
    families,
    connect: async () => {
      const connection = await connect();
      const arrived = async ({id}: {readonly id: string}): Promise<void> => {
        if (id !== 'instances.configs.list') return;
        const {promise, resolve} = Promise.withResolvers<void>();
        arrivals.push(resolve);
        await promise;
      };
      return {
        ...connection,
        async page(endpoint, request) {
          await arrived(endpoint);
          return connection.page(endpoint, request);
        },
        async pages(endpoint, request, take) {
          await arrived(endpoint);
          return connection.pages(endpoint, request, take);
        },
      };
    },
    clock: realClock,
    random: () => 0.5,
    profile: {name: 'test', production: false, readOnly: false},
  });
  const screen = await renderConsole(session, {
    columns: 100,
    rows: 30,
    clock: realClock,
    initialDestination: {family: 'volumes', filter: 'staging-data'},
  });
  onTestFinished(async () => {
    await screen.close();
    await session.close();
    await account.close();
  });
  await screen.expectText(/staging-data +● active/);
  const arrive = async () => {
    for (const one of arrivals.splice(0)) one();
    await screen.until(() => !screen.text().includes('Config'));
  };
  return {screen, arrive};
}

test.each([
  ['the focus is on the next field', ['tab', 'tab'], '▌Config'],
  ['the picker of the next field is open', ['tab', 'tab', 'enter'], '─ Config ─'],
])('a field that is not needed after its list arrives disappears: %s', async (_, keys, shown) => {
  const {screen, arrive} = await openLate();
  await screen.press('A', 'enter');
  await screen.type('db-02');
  await screen.press('enter', ...keys);
  await screen.expectText(shown);
  await arrive();
  await screen.press('enter');
  await screen.expectText('─ Attach volume staging-data?');
});
