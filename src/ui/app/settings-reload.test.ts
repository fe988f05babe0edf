import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {parseSettings} from '../../profiles/parse-settings.ts';
import {emptySettings, type Settings} from '../../profiles/settings.ts';
import {knownNames} from '../../store/list/known-names.ts';
import {createSettingsReload, preferencesAfterReload, startSettingsWatcher} from './settings-reload.ts';

const loaded = (text: string) => ({path: '/c.yaml', ...parseSettings(text, knownNames)});

test('changed settings are adopted and reported; a mistake is reported with its line and changes nothing', () => {
  const messages: string[] = [];
  const adopted: Settings[] = [];
  const read = createSettingsReload(emptySettings, {
    adopt: settings => adopted.push(settings),
    say: message => messages.push(message),
  });
  read(loaded('theme: light\ncolumns: {instances: [label, status]}\n'));
  read(loaded('theme: light\ncolumns: {instances: [label, status]} # the same\n'));
  read(loaded('theme: light\ncolumns: {instances: [label, statsu]}\n'));
  read(loaded('theme: [\n'));
  expect(messages).toEqual([
    'settings read again: theme, columns',
    expect.stringMatching(
      /^\/c\.yaml:2:30: columns\.instances: unknown column statsu\. Columns: label, .*are unchanged$/,
    ),
    expect.stringMatching(/^\/c\.yaml:\d+:\d+: /),
  ]);
  expect(adopted).toHaveLength(1);
});

test('a removed setting returns to its default, and a value chosen by hand is kept', () => {
  const before = parseSettings('theme: light\nsort: {instances: -label}\n').settings;
  const now = {
    theme: 'light',
    sorts: {instances: {column: 'label', descending: true}, volumes: {column: 'size', descending: false}},
    columns: {},
  } as never;
  expect(preferencesAfterReload(before, emptySettings, undefined, now)).toEqual({
    theme: 'dark',
    columns: {},
    sorts: {volumes: {column: 'size', descending: false}},
  });
  expect(preferencesAfterReload(before, before, undefined, now)).not.toHaveProperty('theme');
});

test('a settings file that is created after the start is read', async () => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  onTestFinished(() => void vi.useRealTimers());
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-reload-'));
  const path = join(folder, 'config.yaml');
  const message = new Promise<string>(resolve => {
    const watch = startSettingsWatcher({
      env: {SKYDECK_CONFIG: path},
      names: knownNames,
      initial: {path, changed: undefined, settings: emptySettings},
      adopt() {},
      fail() {},
      say(text) {
        watch.stop();
        resolve(text);
      },
    });
    writeFileSync(path, 'theme: mono\n');
    vi.advanceTimersByTime(2000);
  });
  await expect(message).resolves.toBe('settings read again: theme');
  rmSync(folder, {recursive: true, force: true});
});

test('changed settings are read when the terminal regains the focus', async () => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  onTestFinished(() => void vi.useRealTimers());
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-reload-'));
  const path = join(folder, 'config.yaml');
  const {promise: message, resolve: say} = Promise.withResolvers<string>();
  const watch = startSettingsWatcher({
    env: {SKYDECK_CONFIG: path},
    names: knownNames,
    initial: {path, changed: undefined, settings: emptySettings},
    adopt() {},
    fail() {},
    say,
  });
  // The timers don't advance, so only the focus can cause the read.
  watch.setFocused(false);
  writeFileSync(path, 'theme: mono\n');
  watch.setFocused(true);
  await expect(message).resolves.toBe('settings read again: theme');
  watch.stop();
  rmSync(folder, {recursive: true, force: true});
});

test('bug: the console ended if a part that reads changed settings could not be loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-reload-'));
  const path = join(folder, 'config.yaml');
  const {promise: failure, resolve: fail} = Promise.withResolvers<unknown>();
  const names = new Proxy(knownNames, {
    get() {
      throw new Error('x is not loaded');
    },
  });
  const initial = {path, changed: undefined, settings: emptySettings};
  const watch = startSettingsWatcher({env: {SKYDECK_CONFIG: path}, names, initial, adopt() {}, say() {}, fail});
  writeFileSync(path, 'theme: mono\ncolumns: {instances: [label]}\n');
  watch.setFocused(true);
  expect(await failure).toEqual(new Error('x is not loaded'));
  watch.stop();
  rmSync(folder, {recursive: true, force: true});
});
