/** Changes of a bucket as a whole, and of Object Storage: access, certificate, cancellation. */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../src/emulator/families/nodebalancers/fixtures/${name}`, import.meta.url), 'utf8');

/** The list of buckets with the cursor on `launch-2027`. */
async function openBuckets(): Promise<TestConsole> {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo'}),
    size: [120, 40],
    view: 'objectStorage.buckets',
  });
  screen.expectText('Buckets  5');
  await screen.moveTo('launch-2027');
  return screen;
}

test('the access of a bucket is changed, and the preview warns that anyone can read it', async () => {
  const screen = await openBuckets();
  await screen.press('4');
  await screen.advance(1000);
  screen.expectText(/ACL +private: only with a key/);
  await screen.press('esc', 'A');
  screen.expectText('─ Access: launch-2027');
  await screen.press('enter');
  await screen.pick('public read:');
  await screen.press('ctrl-o');
  screen.expectText('Anyone on the internet can read launch-2027.');
  screen.expectText('The tab ACL shows the current ACL.');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('tab', 'enter');
  screen.expectRecentText(/Access launch-2027: done/);
  await screen.press('4');
  await screen.advance(1000);
  screen.expectText(/ACL +public/);
});

/** Uploads a certificate for the bucket. */
async function uploadCertificate(screen: TestConsole): Promise<void> {
  await screen.press('U');
  screen.expectText('─ Upload certificate: launch-2027');
  await screen.paste(fixture('shop.pem'));
  await screen.press('tab');
  await screen.paste(fixture('shop.key'));
  screen.expectNoText('PRIVATE KEY');
  await screen.press('ctrl-o');
  screen.expectText('To replace a certificate, delete the current one first.');
  screen.expectNoText('PRIVATE KEY');
  await screen.press('y');
  screen.expectRecentText(/Upload certificate launch-2027: done/);
}

test('a bucket gets a certificate, and its key is never shown', async () => {
  const screen = await openBuckets();
  await screen.press('5');
  await screen.advance(1000);
  screen.expectText(/Certificate +that of the service/);
  await screen.press('esc');
  await uploadCertificate(screen);
  await screen.press('5');
  await screen.advance(1000);
  screen.expectText(/Certificate +one of its own/);
});

test('the certificate of a bucket is deleted', async () => {
  const screen = await openBuckets();
  await uploadCertificate(screen);
  await screen.press('5', 'D');
  screen.expectText('uses the certificate of the service');
  await screen.confirm('launch-2027');
  await screen.advance(1000);
  screen.expectText(/Certificate +that of the service/);
});

test('canceling Object Storage shows the buckets lost, and asks for the name of the account', async () => {
  const screen = await openBuckets();
  await screen.press('a', '/');
  await screen.type('cancel');
  await screen.press('enter');
  screen.expectText(/5 buckets with [\d,]+ objects \(.+\) of this account are permanently deleted\./);
  await screen.confirm('launch-2027');
  screen.expectText('to confirm:');
  screen.expectNoChanges();
  await screen.press('ctrl-u');
  await screen.confirm('Acme Infrastructure');
  screen.expectRequest('POST /v4/object-storage/cancel');
  await screen.advance(30_000);
  screen.expectText(/Buckets {2}0/);
});

/** The buckets of an account whose provider has regions. */
async function openBucketsByRegion(): Promise<TestConsole> {
  const screen = await openConsole({
    account: openAccount({accounts: 'demo', dialect: 'provider'}),
    size: [140, 40],
    view: 'objectStorage.buckets',
  });
  screen.expectText('Buckets  5');
  return screen;
}

test('a bucket is created in a region if the provider has regions', async () => {
  const screen = await openBucketsByRegion();
  await screen.press('n');
  screen.expectText('─ New bucket');
  await screen.type('by-region');
  await screen.press('tab', 'tab');
  await screen.pick('eu-central');
  await screen.press('ctrl-o');
  screen.expectText(/Region +.*eu-central/);
  await screen.press('y');
  screen.expectRequest('POST /v4/object-storage/buckets/', {label: 'by-region', region: 'eu-central'});
  screen.expectText('Buckets  6');
  await screen.filter('by-region');
  screen.expectText(/by-region +eu-central/);
  await screen.press('enter');
  screen.expectText(/Objects/);
});

test('bug: the refusal of a bucket stayed beside the message that it was created', async () => {
  const screen = await openBucketsByRegion();
  await screen.press('n');
  await screen.type('Bad_Bucket');
  await screen.press('tab', 'tab');
  await screen.pick('eu-central');
  await screen.press('ctrl-o');
  await screen.press('y');
  screen.expectText('Label: must be 3 to 63 lower-case letters');
  await screen.advance(1000);
  await screen.press('ctrl-u');
  await screen.type('good-bucket');
  await screen.press('ctrl-o');
  await screen.press('y');
  screen.expectText('New bucket good-bucket: done');
  screen.expectNoText('must be 3 to 63');
});
