/** Actions on a whole bucket, and on Object Storage: access, certificate, cancellation. */
import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type LiveScreen, openLive} from '../support/live.tsx';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../src/emulator/families/nodebalancers/fixtures/${name}`, import.meta.url), 'utf8');

let screen: LiveScreen;
beforeAll(async () => {
  screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'objectStorage.buckets'}});
  await screen.expectText('Buckets  5');
  await screen.moveTo('launch-2027');
});
afterAll(() => screen.close());

test('who may read it is said in words, before and after', async () => {
  await screen.press('4');
  await screen.expectText(/Access +private: only with a key/);
  await screen.press('esc', 'A');
  await screen.expectText('─ Access: launch-2027');
  await screen.press('enter');
  await screen.type('public read:');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText('Everybody on the internet can read launch-2027.');
  await screen.expectText('The Access tab shows the current access.');
  expect(screen.focusedButton()).toBe('Cancel');
  await screen.press('tab', 'enter');
  await screen.expectGlimpse(/Access launch-2027: done/);
});

test('it gets a certificate of its own, whose key is not shown, and gives it up again', async () => {
  await screen.press('5');
  await screen.expectText(/Certificate +that of the service/);
  await screen.press('esc', 'U');
  await screen.expectText('─ Upload certificate: launch-2027');
  await screen.paste(fixture('shop.pem'));
  await screen.press('tab');
  await screen.paste(fixture('shop.key'));
  expect(screen.text()).not.toContain('PRIVATE KEY');
  await screen.press('ctrl-o');
  await screen.expectText('To replace a certificate, delete the one that is there first.');
  expect(screen.text()).not.toContain('PRIVATE KEY');
  await screen.press('y');
  await screen.expectGlimpse(/Upload certificate launch-2027: done/);
  await screen.press('5');
  await screen.expectText(/Certificate +one of its own/);
  await screen.press('D');
  await screen.expectText('answers with the certificate of the service');
  await screen.type('launch-2027');
  await screen.press('enter');
  await screen.expectText(/Certificate +that of the service/);
});

test('cancelling names all that goes, and wants the name of the account', async () => {
  await screen.press('esc', 'a');
  await screen.press('/');
  await screen.type('cancel');
  await screen.press('enter');
  await screen.expectText(/5 buckets with [\d,]+ objects \(.+\) of this account are permanently deleted\./);
  await screen.type('launch-2027');
  await screen.press('enter');
  await screen.expectText('to confirm:');
  await screen.press('ctrl-u');
  await screen.type('Acme Infrastructure');
  await screen.press('enter');
  await screen.expectText(/Buckets {2}0/);
});

test('a bucket of a region is made, opened and filled where a provider has regions', async () => {
  const regional = await openLive(
    {columns: 140, rows: 40, initialDestination: {family: 'objectStorage.buckets'}},
    {dialect: 'provider'},
  );
  await regional.expectText('Buckets  5');
  await regional.press('n');
  await regional.expectText('─ New bucket');
  await regional.type('by-region');
  await regional.press('tab', 'tab');
  await regional.type('eu-central');
  await regional.press('enter');
  await regional.press('ctrl-o');
  await regional.expectText(/Region +.*eu-central/);
  await regional.press('y');
  await regional.expectText('Buckets  6');
  await regional.filter('by-region');
  await regional.expectText(/by-region +eu-central/);
  await regional.press('enter');
  await regional.expectText(/Objects/);
  await regional.close();
});
