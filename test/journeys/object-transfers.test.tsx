/** Files that are uploaded into a bucket or as an image, and objects that are downloaded. */
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {expect, onTestFinished, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';

const demo = () => openAccount({accounts: 'demo'});
const openObjects = (params: Readonly<Record<string, string>>) =>
  openConsole({account: demo(), size: [120, 40], view: {family: 'objectStorage.objects', params}});
const openLogs = () => openObjects({clusterId: 'us-east-1', bucket: 'acme-logs', prefix: 'web/00/'});

/** A folder that is deleted when the test ends. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-objects-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

function writeFile(name: string, content: string | Uint8Array): string {
  const path = join(makeFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** The list of transfers has a file with its end. */
async function expectTransfer(screen: TestConsole, pattern: RegExp): Promise<void> {
  await screen.press('ctrl-t');
  screen.expectText(pattern);
  await screen.press('esc');
  // A finished transfer takes no place from other keys.
  expect(screen.footer()).not.toContain('ctrl-t files');
}

/** Downloads the object under the cursor. */
async function download(screen: TestConsole, target: string): Promise<void> {
  await screen.press('D', 'ctrl-u');
  await screen.type(target);
  await screen.press('ctrl-o');
}

test('an object is downloaded into the named file, without a partial file beside it', async () => {
  const folder = makeFolder();
  const screen = await openLogs();
  await screen.press('D');
  screen.expectText('Save as');
  await screen.press('esc');
  const target = join(folder, 'here.gz');
  await download(screen, target);
  screen.expectText(/Method +GET/);
  await screen.confirm();
  await expectTransfer(screen, /here\.gz +downloaded, [\d.]+ KB/);
  expect(existsSync(target)).toBe(true);
  expect(readFileSync(target, 'utf8')).toMatch(/^web\/00\/access-000000\.gz\n/);
  expect(readdirSync(folder)).toEqual(['here.gz']);
});

test('a download never overwrites a file', async () => {
  const screen = await openLogs();
  await download(screen, writeFile('here.gz', 'mine'));
  screen.expectRecentText('here.gz exists');
  screen.expectNoChanges();
});

test('a file is uploaded into the folder under its own name, and appears in the list', async () => {
  const path = writeFile('note.html', '<p>hello</p>');
  const screen = await openObjects({clusterId: 'ap-south-1', bucket: 'acme-uploads', prefix: 'incoming/'});
  screen.expectText('Objects  acme-uploads/incoming/  2');
  await screen.press('n');
  screen.expectText('Upload');
  await screen.paste(path);
  screen.expectText(/Object.*incoming\/note\.html/);
  await screen.press('ctrl-o');
  screen.expectText(/File +note\.html, 12 bytes/);
  screen.expectText(/Content type +text\/html/);
  await screen.confirm();
  await screen.advance(3000);
  screen.expectText('Objects  acme-uploads/incoming/  3');
  await expectTransfer(screen, /note\.html +uploaded, 12 bytes/);
});

test('bug: the preview of an upload warned of a URL that the upload uses itself', async () => {
  const screen = await openObjects({clusterId: 'ap-south-1', bucket: 'acme-uploads', prefix: 'incoming/'});
  await screen.press('n');
  await screen.paste(writeFile('note.html', '<p>hello</p>'));
  await screen.press('tab', 'ctrl-u');
  await screen.type('elsewhere/note.html');
  await screen.press('ctrl-o');
  screen.expectText('If an object has this name, it is replaced.');
  screen.expectText('The content of a replaced object can’t be recovered.');
  screen.expectNoText('Anyone who has the URL');
  screen.expectNoText('A URL works until it expires.');
});

/** Creates the bucket look-here and opens it. */
async function openNewBucket(): Promise<TestConsole> {
  const screen = await openConsole({account: demo(), size: [160, 45], view: 'objectStorage.buckets'});
  screen.expectText('Buckets  5');
  await screen.press('n');
  await screen.type('look-here');
  await screen.press('tab', 'enter');
  await screen.type('us-east');
  await screen.press('enter', 'ctrl-o');
  screen.expectText(/Cluster +us-east-1/);
  await screen.confirm();
  await screen.advance(3000);
  screen.expectText('Buckets  6');
  await screen.filter('look-here');
  screen.expectText('1 of 6');
  await screen.press('enter');
  return screen;
}

async function uploadNotes(screen: TestConsole): Promise<void> {
  await screen.press('n');
  await screen.paste(writeFile('notes.txt', 'hello'));
  await screen.press('ctrl-o');
  screen.expectText(/POST .*\/object-url/);
  await screen.confirm();
}

test('a new bucket is empty and shows the key that uploads an object', async () => {
  const screen = await openNewBucket();
  screen.expectText('No Objects.');
  screen.expectText('n  Upload…');
  await uploadNotes(screen);
  await expectTransfer(screen, /notes\.txt +uploaded, 5 bytes/);
  await screen.advance(3000);
  screen.expectText('Objects  look-here/  1');
});

test('the cursor stays on a bucket after its filter is cleared', async () => {
  const screen = await openNewBucket();
  await screen.press('backspace', 'esc');
  screen.expectText('Buckets  6');
  expect(screen.bar()).toContain('look-here');
});

test('a bucket is deleted only after its objects', async () => {
  const screen = await openNewBucket();
  await uploadNotes(screen);
  await screen.advance(3000);
  await screen.press('backspace', 'esc', 'x');
  screen.expectText('holds 1 object: empty it first');
  await screen.press('enter');
  screen.expectText('notes.txt');
  await screen.press('x');
  screen.expectText('Type notes.txt to confirm');
  await screen.confirm('notes.txt');
  await screen.advance(3000);
  screen.expectText('No Objects.');
  await screen.press('backspace', 'r');
  screen.expectText(/look-here .* 0 bytes/);
  await screen.press('x');
  screen.expectText('Type look-here to confirm');
  await screen.confirm('look-here');
  await screen.advance(3000);
  screen.expectText('Buckets  5');
});

test('an image is uploaded, and its status shows the upload', async () => {
  const path = writeFile('golden.img.gz', gzipSync(Buffer.alloc(200_000)));
  const screen = await openConsole({account: demo(), size: [160, 45], view: 'images'});
  await screen.press('U');
  screen.expectText('Upload');
  await screen.paste(path);
  screen.expectText(/Label.*golden/);
  await screen.press('tab', 'tab', 'enter');
  await screen.type('us-east');
  await screen.press('enter', 'ctrl-o');
  screen.expectText(/File +golden\.img\.gz, \d+ bytes/);
  await screen.press('enter');
  await expectTransfer(screen, /golden\.img\.gz +uploaded, \d+ bytes/);
  await screen.advance(3000);
  screen.expectText(/golden +. (uploading|available)/);
});

test('a file that does not exist is reported before anything is sent', async () => {
  const screen = await openConsole({account: demo(), size: [160, 45], view: 'images'});
  await screen.press('U');
  await screen.paste(join(makeFolder(), 'none.img.gz'));
  await screen.press('ctrl-o');
  screen.expectText('no such file:');
  screen.expectNoChanges();
});

test('the part that a killed download left is deleted at the next download, which shows its size', async () => {
  const folder = makeFolder();
  // No process has this number.
  const part = join(folder, `again.gz.${2 ** 22 + 1}.abcd1234.part`);
  writeFileSync(part, 'half of it');
  utimesSync(part, 0, 0);
  const screen = await openLogs();
  await download(screen, join(folder, 'again.gz'));
  await screen.confirm();
  await expectTransfer(screen, /again\.gz +downloaded, .* Deleted the part of an interrupted download, 10 bytes/);
  expect(readdirSync(folder)).toEqual(['again.gz']);
});
