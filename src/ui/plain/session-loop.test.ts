import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {expect, onTestFinished, test} from 'vitest';
import type {Profile} from '../../profiles/profile.ts';
import {emptySettings} from '../../profiles/settings.ts';
import {StreamLineIO} from './line-io.ts';
import {createSessionLoop} from './session-loop.ts';

// No server listens on this port.
const profileOf = (name: string): Profile => ({
  name,
  baseUrl: 'http://127.0.0.1:1/v4',
  production: false,
  readOnly: false,
});

test('plain mode continues with the current account if another can’t be opened', async () => {
  const home = mkdtempSync(join(tmpdir(), 'skydeck-loop-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const profiles = [profileOf('lab'), profileOf('home')];
  const input = new PassThrough();
  let transcript = '';
  const output = {
    write(text: string) {
      transcript += text;
      return true;
    },
  };
  const lines = new StreamLineIO({input, output, interrupts: () => () => {}});
  const {sessions, run} = createSessionLoop(
    {
      settings: {...emptySettings, profiles},
      env: {XDG_STATE_HOME: home, SKYDECK_TOKEN: 'none'},
      startDemo: () => Promise.reject(new Error('no demo in this test')),
      readOnly: false,
      breadcrumbs: {
        note: () => {},
        follow({profile: {name}}) {
          if (name === 'home') throw new Error('disk failure');
          return () => {};
        },
      },
    },
    lines,
  );
  input.end('profile home\nstatus\nquit\n');
  await run(await sessions.open([profiles[0]], {}, {family: 'volumes'}));
  lines.close();
  await sessions.close();
  expect(transcript).toContain('Failed: Couldn’t open home: disk failure\n');
  expect(transcript).toContain('Profile lab');
  expect(transcript).not.toContain('This is home now.');
});
