/** The S3 interface of the emulator, as s3cmd uses it where it is installed. */
import {execFile, execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {openTestAccount} from '../src/emulator/testing/test-account.ts';

const run = promisify(execFile);

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], {stdio: 'ignore'});
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!hasProgram('s3cmd'))('s3cmd keeps, copies, opens and removes files', {timeout: 60_000}, async () => {
  const account = await openTestAccount();
  onTestFinished(() => account.close());
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-s3cmd-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const key = await account.ok(contract.objectStorage.keys.create, {body: {label: 's3cmd'}});
  const host = `127.0.0.1:${account.port}`;
  const s3cmd = async (...words: string[]): Promise<string> => {
    const options = ['--no-ssl', `--host=${host}`, `--host-bucket=${host}`, '--region=us-east-1', '--config=/dev/null'];
    const secrets = [`--access_key=${key.access_key}`, `--secret_key=${key.secret_key}`];
    return (await run('s3cmd', [...options, ...secrets, ...words])).stdout;
  };
  // Larger than one part of s3cmd.
  const bytes = Buffer.alloc(6 * 1024 ** 2, 'skydeck ');
  writeFileSync(join(folder, 'big'), bytes);
  expect(await s3cmd('mb', 's3://backups')).toContain("Bucket 's3://backups/' created");
  await s3cmd('put', '--multipart-chunk-size-mb=5', join(folder, 'big'), 's3://backups/daily/big');
  expect(await s3cmd('ls', '--recursive', 's3://backups')).toMatch(/6291456 +s3:\/\/backups\/daily\/big/);
  await s3cmd('cp', 's3://backups/daily/big', 's3://backups/copy');
  await s3cmd('get', 's3://backups/copy', join(folder, 'back'));
  expect(readFileSync(join(folder, 'back')).equals(bytes)).toBe(true);
  await s3cmd('setacl', '--acl-public', 's3://backups/copy');
  expect((await fetch(`http://${host}/s3/us-east-1/backups/copy`)).status).toBe(200);
  expect(await s3cmd('rb', '--force', '--recursive', 's3://backups')).toContain("Bucket 's3://backups/' removed");
  expect(await s3cmd('ls')).toBe('');
});
