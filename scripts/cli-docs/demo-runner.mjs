// @ts-check
/**
 * Runs command lines against a demo account whose clock doesn't advance, so that every run prints the same. The account
 * also has the resources of the examples: databases of each engine, an instance with free disk space, an IPv6 range.
 */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {mock} from 'node:test';
import {gzipSync} from 'node:zlib';
import {runCommand} from '../../src/cli/main.ts';
import {openTestAccount} from '../../src/emulator/testing/test-account.ts';

/** @typedef {{readonly code: number, readonly out: string, readonly err: string}} Ran */

const hourSeconds = 3600;
/** The time in which a new database becomes active. */
const settleSeconds = 3 * hourSeconds;

/** @type {Readonly<Record<string, string | Uint8Array>>} */
const files = {
  'password.txt': 'correct-horse-battery-staple-1',
  'cvv.txt': '123',
  'setup.sh': '#!/bin/bash\napt-get install -y nginx\n',
  'id_ed25519.pub': 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBk7mR3Wv0m0bJkqkqWZkQXJ1cY7GQ0b4mJq8Xx1yZzA me@laptop\n',
  'site.pem': '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  'site.key': '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n',
  'appliance.img.gz': gzipSync('image'),
  'logo.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  'screenshot.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
};

/**
 * @param {'documents' | 'today'} dialect
 * @param {(run: (line: readonly string[]) => Promise<Ran>) => Promise<void>} use
 */
export async function withDemoAccount(dialect, use) {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-docs-'));
  const startFolder = process.cwd();
  const account = await openTestAccount({accounts: 'demo', seed: 1, dialect});
  try {
    if (dialect === 'documents') await prepare(account);
    mock.timers.enable({apis: ['Date'], now: account.clock.now()});
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    process.chdir(folder);
    const env = {
      XDG_CONFIG_HOME: join(folder, 'no-settings'),
      XDG_STATE_HOME: folder,
      SKYDECK_BASE_URL: account.url,
      SKYDECK_TOKEN: account.token,
    };
    await use(line => run(line, env));
  } finally {
    process.chdir(startFolder);
    mock.timers.reset();
    await account.close();
    rmSync(folder, {recursive: true, force: true});
  }
}

/**
 * @param {readonly string[]} line
 * @param {Readonly<Record<string, string>>} env
 * @returns {Promise<Ran>}
 */
async function run(line, env) {
  let out = '';
  let err = '';
  const code = await runCommand(line, {
    startDemo: () => Promise.reject(new Error('the examples have an account')),
    env,
    out: text => {
      out += text;
    },
    err: text => {
      err += text;
    },
    columns: undefined,
  });
  return {code, out, err};
}

/** @param {import('../../src/emulator/testing/test-account.ts').TestAccount} account */
async function prepare(account) {
  const headers = {Authorization: `Bearer ${account.token}`, 'Content-Type': 'application/json'};
  /** @param {string} path @param {Record<string, unknown>} body */
  const post = async (path, body) => {
    const answer = await account.raw(`/v4${path}`, {method: 'POST', headers, body: JSON.stringify(body)});
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return /** @type {Promise<{id: number}>} */ (answer.json());
  };
  const place = {region: 'us-east', type: 'g6-standard-1'};
  const spare = await post('/compute/instances', {
    ...place,
    label: 'spare',
    image: 'compute/debian11',
    root_pass: 'aX9-secret-word',
    booted: false,
  });
  const databases = [
    await post('/databases/postgresql/instances', {...place, label: 'orders', engine: 'postgresql/13.2'}),
    await post('/databases/mongodb/instances', {...place, label: 'sessions', engine: 'mongodb/4.4.10'}),
  ];
  account.pass(settleSeconds);
  await post(`/compute/instances/${spare.id}/ips`, {type: 'ipv4', public: true});
  await post('/networking/ipv6/ranges', {compute_id: spare.id, prefix_length: 64});
  const disks = await account.raw(`/v4/compute/instances/${spare.id}/disks`, {headers});
  const {
    data: [disk],
  } = /** @type {{data: {id: number}[]}} */ (await disks.json());
  await post(`/compute/instances/${spare.id}/disks/${disk?.id}/resize`, {size: 8000});
  for (const [index, engine] of ['postgresql', 'mongodb'].entries())
    await post(`/databases/${engine}/instances/${databases[index]?.id}/backups`, {label: 'nightly', target: 'primary'});
  account.pass(hourSeconds);
}
