/** Buckets, the objects in them, and their presigned URLs. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';

const demo = () => openAccount({accounts: 'demo'});
const openBuckets = () => openConsole({account: demo(), size: [120, 40], view: 'objectStorage.buckets'});
const openObjects = (params: Readonly<Record<string, string>>) =>
  openConsole({account: demo(), size: [120, 40], view: {family: 'objectStorage.objects', params}});

const logs = {clusterId: 'us-east-1', bucket: 'acme-logs'};
const incoming = {clusterId: 'ap-south-1', bucket: 'acme-uploads', prefix: 'incoming/'};

test('a bucket opens as folders, and the names of objects omit the path of the folder', async () => {
  const screen = await openBuckets();
  screen.expectText('Buckets  5');
  await screen.moveTo('acme-logs');
  await screen.press('enter');
  screen.expectText('Objects  acme-logs/  1');
  await screen.press('enter');
  screen.expectText('Objects  acme-logs/web/  12');
  await screen.moveTo('05/');
  await screen.press('enter');
  screen.expectText('Objects  acme-logs/web/05/  250');
  expect(screen.bar()).toContain('access-001250.gz');
  expect(screen.bar()).not.toContain('web/05/');
});

test('leaving a folder keeps the cursor on the folder and on the bucket', async () => {
  const screen = await openBuckets();
  await screen.moveTo('acme-logs');
  await screen.press('enter', 'enter');
  await screen.moveTo('05/');
  await screen.press('enter');
  await screen.filter('001300');
  screen.expectText('1 of 250');
  await screen.press('esc', 'esc');
  screen.expectText('Objects  acme-logs/web/  12');
  expect(screen.bar()).toContain('05/');
  await screen.press('backspace', 'backspace');
  screen.expectText('Buckets  5');
  expect(screen.bar()).toContain('acme-logs');
});

test('a list that opens inside a folder leads to the parent folder', async () => {
  const screen = await openObjects({...logs, prefix: 'web/03/'});
  screen.expectText('Objects  acme-logs/web/03/  250');
  await screen.press('backspace');
  screen.expectText('Objects  acme-logs/web/  12');
  await screen.press('esc');
  screen.expectText('Objects  acme-logs/  1');
});

test('an object shows who can read it', async () => {
  const screen = await openObjects({...logs, prefix: 'web/00/'});
  await screen.press('enter', '2');
  await screen.advance(1000);
  screen.expectText(/Rule +private: only with a key/);
});

test('the deletion of an object shows both requests and names the object', async () => {
  const screen = await openObjects(incoming);
  screen.expectText('Objects  acme-uploads/incoming/  2');
  await screen.press('x');
  screen.expectText(/POST .*\/object-storage\/buckets\/ap-south-1\/acme-uploads\/object-url/);
  screen.expectText('then DELETE at the address in the answer, without the token');
  screen.expectText('incoming/hello.txt is permanently deleted.');
  screen.expectText('Can’t be undone. Deleted data can’t be recovered.');
  // The values of the first request describe the second one, and change nothing.
  screen.expectNoText(/expires|method/i);
  await screen.confirm('incoming/hello.txt');
  screen.expectRecentText(/Delete incoming\/hello\.txt: done/);
  await screen.advance(3000);
  screen.expectText('Objects  acme-uploads/incoming/  1');
});

test('selected objects are deleted in one batch', async () => {
  const screen = await openObjects({...logs, prefix: 'web/00/'});
  screen.expectText('Objects  acme-logs/web/00/  250');
  await screen.press('space', 'space', 'space', 'x');
  screen.expectText(/─ Delete 3 objects\? ─/);
  screen.expectText('Each of them is permanently deleted.');
  await screen.confirm('3');
  screen.expectRecentText('Delete: accepted for 3 objects');
  await screen.advance(3000);
  screen.expectText('Objects  acme-logs/web/00/  247');
  screen.expectNoText('access-000000.gz');
  screen.expectText('access-000003.gz');
});

test('bug: with several objects selected, the ACL of only the first was changed', async () => {
  const screen = await openObjects({...logs, prefix: 'web/00/'});
  await screen.press('space', 'space', 'A');
  screen.expectRecentText('only one object at a time; 2 are selected');
  await screen.press('esc', 'A');
  screen.expectText('ACL: ');
});

test('a folder can’t be deleted, only the objects in it', async () => {
  const screen = await openObjects({...logs, prefix: 'web/'});
  await screen.press('x');
  screen.expectRecentText('folder; delete the objects in it instead');
  screen.expectNoChanges();
});

test('bug: actions on the selected object were named like those on any object', async () => {
  const screen = await openObjects({...logs, prefix: 'web/00/'});
  await screen.press('a');
  screen.expectText(/P +Share by pre-signed URL…/);
  screen.expectText(/A +ACL…/);
  screen.expectText('Pre-signed URL by object name…');
  screen.expectText('ACL by object name…');
});

test('the preview of a presigned URL shows its method and expiry', async () => {
  const screen = await openObjects({...logs, prefix: 'web/00/'});
  // Actions on the selected object come before actions on any object.
  await screen.press('a');
  screen.expectText(/ACL…\s[\s\S]* Pre-signed URL by object name…/);
  await screen.press('esc', 'P');
  screen.expectText('─ Share by pre-signed URL: web/00/access-000000.gz');
  screen.expectNoText('Save as');
  screen.expectText(/Method \* +GET: fetching it/);
  screen.expectNoText('default');
  screen.expectText(/Expires in +3600 seconds/);
  await screen.press('tab');
  await screen.type('2h');
  await screen.press('ctrl-o');
  screen.expectText(/Method +GET/);
  screen.expectText(/Expires in +7,200 seconds/);
});

test('a presigned URL is masked until it is revealed, and is copied', async () => {
  const screen = await openObjects({...logs, prefix: 'web/00/'});
  await screen.press('P', 'ctrl-o', 'y');
  screen.expectText(/• {2}v shows it, c copies it/);
  screen.expectText('● Share by pre-signed URL for web/00/access-000000.gz: done');
  screen.expectNoText('Signature=');
  await screen.press('v');
  screen.expectText('Signature=');
  await screen.press('c');
  screen.expectRecentText('Sent URL to');
});

test('a presigned URL for an upload has the content type of the object, and a warning', async () => {
  const screen = await openObjects({...logs, prefix: 'web/00/'});
  await screen.press('P', 'enter');
  await screen.type('PUT');
  await screen.press('enter');
  screen.expectText(/Content type +application\/gzip/);
  await screen.press('ctrl-o');
  screen.expectText('Anyone who has the URL can write the object until the URL expires');
});

test('bug: an access key that another program made was missing when its list was opened again', async () => {
  const screen = await openConsole({account: demo(), size: [120, 40], view: 'objectStorage.keys'});
  await screen.command('volumes');
  await screen.account.call('POST /v4/object-storage/keys', {label: 'by-colleague'});
  await screen.advance(20_000);
  await screen.command('keys');
  screen.expectText('by-colleague');
});

test('bug: a bucket that was opened again showed the objects of minutes ago', async () => {
  const screen = await openBuckets();
  await screen.moveTo('acme-logs');
  await screen.press('enter');
  const reads = () => screen.account.requests.filter(({path}) => path.includes('/acme-logs/object-list')).length;
  const before = reads();
  await screen.press('esc', 'enter');
  expect(reads()).toBe(before);
  await screen.press('esc');
  await screen.advance(20_000);
  await screen.press('enter');
  expect(reads()).toBe(before + 1);
});

test('bug: no menu named the tabs of a bucket, which enter doesn’t open', async () => {
  const screen = await openBuckets();
  await screen.moveTo('acme-site');
  await screen.press('a');
  screen.expectText('Open tab ACL');
  await screen.press('5');
  await screen.advance(1000);
  screen.expectText(/Certificate +(one of its own|that of the service)/);
});
