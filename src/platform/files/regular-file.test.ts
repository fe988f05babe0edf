import {mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {refuseDevice, UnusableFileError} from './regular-file.ts';

// The writer itself must not be tried on a real device: if the rule were broken, root would replace it.
test('a device, such as /dev/null, isn’t replaced or renamed by root', () => {
  expect(() => refuseDevice(statSync('/dev/null'))).toThrow(UnusableFileError);
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-device-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  writeFileSync(join(folder, 'cursor'), '');
  refuseDevice(statSync(join(folder, 'cursor')));
});
