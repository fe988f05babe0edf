import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runSessionLoop} from '../../../test/support/plain-mode.ts';
import type {Profile} from '../../profiles/profile.ts';

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
  const breadcrumbs = {
    note: () => {},
    reportDefect: () => '',
    follow({profile: {name}}: {readonly profile: {readonly name: string}}) {
      if (name === 'home') throw new Error('disk failure');
      return () => {};
    },
  };
  const transcript = await runSessionLoop(
    {
      profiles: [profileOf('lab'), profileOf('home')],
      env: {XDG_STATE_HOME: home, SKYDECK_TOKEN: 'none'},
      breadcrumbs,
    },
    ...['profile home', 'status', 'quit'],
  );
  expect(transcript).toContain('Failed: Couldn’t open home: disk failure\n');
  expect(transcript).toContain('Profile lab');
  expect(transcript).not.toContain('This is home now.');
});
