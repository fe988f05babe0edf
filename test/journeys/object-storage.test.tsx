/** Buckets opened like folders, and bytes that go up and down. */
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type LiveScreen, openLive} from '../support/live.tsx';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-objects-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

/** Messages go by; what became of a file stays in the list of files. */
async function ended(screen: LiveScreen, words: RegExp): Promise<void> {
  await screen.until(() => screen.deck.session.transfers.get().length > 0, 'a file is on its way');
  await screen.press('ctrl-t');
  await screen.expectText(words);
  await screen.press('esc');
  // Nothing more can be done about it, and other keys need the place.
  expect(screen.footer()).not.toContain('ctrl-t files');
}

const place = {clusterId: 'us-east-1', bucket: 'acme-logs'};
const openAt = (params: Readonly<Record<string, string>>) =>
  openLive({columns: 120, rows: 40, initialDestination: {family: 'objectStorage.objects', params}});

test('a bucket opens like folders, and keeps the cursor on the way back', async () => {
  const screen = await openLive({columns: 120, rows: 40, initialDestination: {family: 'objectStorage.buckets'}});
  await screen.expectText('Buckets  5');
  await screen.moveTo('acme-logs');
  await screen.press('enter');
  await screen.expectText('Objects  acme-logs/  1');
  await screen.press('enter');
  await screen.expectText('Objects  acme-logs/web/  12');
  await screen.moveTo('05/');
  await screen.press('enter');
  await screen.expectText('Objects  acme-logs/web/05/  250');
  // In a folder, names start after the folder's path.
  expect(screen.bar()).toContain('access-001250.gz');
  expect(screen.bar()).not.toContain('web/05/');
  await screen.filter('001300');
  await screen.expectText('1 of 250');
  await screen.press('esc', 'esc');
  await screen.expectText('Objects  acme-logs/web/  12');
  expect(screen.bar()).toContain('05/');
  await screen.press('backspace', 'backspace');
  await screen.expectText('Buckets  5');
  expect(screen.bar()).toContain('acme-logs');
  await screen.close();
});

test('a list that begins inside of a folder goes up all the same', async () => {
  const screen = await openAt({...place, prefix: 'web/03/'});
  await screen.expectText('Objects  acme-logs/web/03/  250');
  await screen.press('backspace');
  await screen.expectText('Objects  acme-logs/web/  12');
  await screen.press('esc');
  await screen.expectText('Objects  acme-logs/  1');
  await screen.close();
});

test('an object says who may read it', async () => {
  const screen = await openAt({...place, prefix: 'web/00/'});
  await screen.expectText('access-000000.gz');
  await screen.press('enter', '2');
  await screen.expectText(/Rule +private: only with a key/);
  await screen.close();
});

test('an object is downloaded into a file that has its name when it is whole', async () => {
  const screen = await openAt({...place, prefix: 'web/00/'});
  await screen.expectText('access-000000.gz');
  await screen.press('D');
  await screen.expectText('Save as');
  await screen.press('ctrl-u');
  const target = join(folder, 'here.gz');
  await screen.type(target);
  await screen.press('ctrl-o');
  await screen.expectText(/For +GET/);
  await screen.press('y');
  await ended(screen, /here\.gz +downloaded, [\d.]+ KB/);
  expect(existsSync(target)).toBe(true);
  expect(readFileSync(target, 'utf8')).toMatch(/^web\/00\/access-000000\.gz\n/);
  expect(readdirSync(folder)).toEqual(['here.gz']);
  // A file that is there is never written over.
  await screen.press('D', 'ctrl-u');
  await screen.type(target);
  await screen.press('ctrl-o');
  await screen.expectGlimpse('here.gz is there already');
  await screen.close();
});

test('a file is uploaded into the folder under its own name, and stands in the list', async () => {
  const path = join(folder, 'note.html');
  writeFileSync(path, '<p>hello</p>');
  const screen = await openAt({clusterId: 'ap-south-1', bucket: 'acme-uploads', prefix: 'incoming/'});
  await screen.expectText('Objects  acme-uploads/incoming/  2');
  await screen.press('n');
  await screen.expectText('Upload');
  await screen.paste(path);
  await screen.expectText(/Object.*incoming\/note\.html/);
  await screen.press('ctrl-o');
  await screen.expectText(/File +note\.html, 12 bytes/);
  await screen.expectText(/Content type +text\/html/);
  await screen.press('y');
  await screen.expectText('Objects  acme-uploads/incoming/  3');
  await ended(screen, /note\.html +uploaded, 12 bytes/);
  await screen.close();
});

test('x deletes an object by its address, and all that are marked as one run', async () => {
  const screen = await openAt({clusterId: 'ap-south-1', bucket: 'acme-uploads', prefix: 'incoming/'});
  await screen.expectText('Objects  acme-uploads/incoming/  2');
  await screen.press('x');
  await screen.expectText(/POST .*\/object-storage\/buckets\/ap-south-1\/acme-uploads\/object-url/);
  expect(screen.text()).toContain('then DELETE at the address in the answer, without the token');
  expect(screen.text()).toContain('incoming/hello.txt is permanently deleted.');
  expect(screen.text()).toContain('Can’t be undone. Deleted data can’t be recovered.');
  await screen.type('incoming/hello.txt');
  await screen.press('enter');
  await screen.expectText('Objects  acme-uploads/incoming/  1');
  await screen.expectGlimpse(/Delete incoming\/hello\.txt: done/);
  await screen.close();

  const logs = await openAt({...place, prefix: 'web/00/'});
  await logs.expectText('Objects  acme-logs/web/00/  250');
  await logs.press('space', 'space', 'space', 'x');
  await logs.expectText('for 3 Objects');
  expect(logs.text()).toContain('Each of them is permanently deleted.');
  await logs.type('3');
  await logs.press('enter');
  await logs.expectGlimpse('Delete: accepted for 3 Objects');
  await logs.expectText('Objects  acme-logs/web/00/  247');
  expect(logs.text()).not.toContain('access-000000.gz');
  expect(logs.text()).toContain('access-000003.gz');
  // A folder itself has nothing to delete.
  await logs.press('backspace', 'x');
  await logs.expectGlimpse('folder; delete the objects in it instead');
  await logs.close();
});

test('a bucket from its making to its end: what is empty says how to fill it, and what is full is emptied first', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'hello');
  const screen = await openLive({columns: 160, rows: 45, initialDestination: {family: 'objectStorage.buckets'}});
  await screen.expectText('Buckets  5');
  await screen.press('n');
  await screen.type('look-here');
  await screen.press('tab', 'enter');
  await screen.type('us-east');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/Cluster +us-east-1/);
  await screen.press('y');
  await screen.expectText('Buckets  6');
  await screen.filter('look-here');
  await screen.expectText('1 of 6');
  await screen.press('enter');
  await screen.expectText('No Objects.');
  expect(screen.text()).toContain('n  Upload…');
  await screen.press('n');
  await screen.paste(join(folder, 'notes.txt'));
  await screen.press('ctrl-o');
  await screen.expectText(/POST .*\/object-url/);
  await screen.press('y');
  await screen.expectGlimpse('Upload: under way');
  await ended(screen, /notes\.txt +uploaded, 5 bytes/);
  await screen.expectText('Objects  look-here/  1');
  // The cursor stays where it was opened when the filter that led there goes.
  await screen.press('backspace', 'esc');
  await screen.expectText('Buckets  6');
  expect(screen.bar()).toContain('look-here');
  await screen.press('x');
  await screen.expectText('holds 1 object: empty it first');
  await screen.press('enter');
  await screen.expectText('notes.txt');
  await screen.press('x');
  await screen.expectText('Type notes.txt to confirm');
  await screen.type('notes.txt');
  await screen.press('enter');
  await screen.expectText('No Objects.');
  await screen.press('backspace', 'r');
  await screen.expectText(/look-here .* 0 bytes/);
  await screen.press('x');
  await screen.expectText('Type look-here to confirm');
  await screen.type('look-here');
  await screen.press('enter');
  await screen.expectText('Buckets  5');
  await screen.close();
});

test('an address is shown once, hidden until it is asked for', async () => {
  const screen = await openAt({...place, prefix: 'web/00/'});
  await screen.expectText('access-000000.gz');
  // Actions on the object come before actions on the list.
  await screen.press('a');
  await screen.expectText(/Access…\s[\s\S]* Pre-signed address…/);
  await screen.press('esc', 'P');
  await screen.expectText('─ Share by pre-signed address: web/00/access-000000.gz');
  expect(screen.text()).not.toContain('Save as');
  expect(screen.text()).toMatch(/For \* +GET: fetching it/);
  expect(screen.text()).not.toContain('default');
  expect(screen.text()).toMatch(/Expires in +3600 seconds/);
  await screen.press('tab');
  await screen.type('2h');
  await screen.press('ctrl-o');
  await screen.expectText(/For +GET/);
  expect(screen.text()).toMatch(/Expires in +7200 seconds/);
  await screen.press('y');
  await screen.expectText(/• {2}v shows it, c copies it/);
  expect(screen.text()).toMatch(/● Share by pre-signed address: done/);
  expect(screen.text()).not.toContain('Signature=');
  await screen.press('v');
  await screen.expectText('Signature=');
  await screen.press('c');
  await screen.expectGlimpse('Sent Address to');
  await screen.close();
});

test('an address for uploading says what may be done with it, and opens with the type of what it is for', async () => {
  const screen = await openAt({...place, prefix: 'web/00/'});
  await screen.expectText('access-000000.gz');
  await screen.press('P', 'enter');
  await screen.type('PUT');
  await screen.press('enter');
  await screen.expectText(/Content type +application\/gzip/);
  await screen.press('ctrl-o');
  await screen.expectText('Anyone who has the URL can write the object until the URL expires');
  await screen.close();
});

test('an Image is uploaded, and what waits for its bytes says how long it will', async () => {
  const path = join(folder, 'golden.img.gz');
  writeFileSync(path, gzipSync(Buffer.alloc(200_000)));
  const screen = await openLive({columns: 160, rows: 45, initialDestination: {family: 'images'}});
  await screen.expectText('Images  ');
  await screen.press('U');
  await screen.expectText('Upload');
  await screen.paste(path);
  await screen.expectText(/Label.*golden/);
  await screen.press('tab', 'tab', 'enter');
  await screen.type('us-east');
  await screen.press('enter', 'ctrl-o');
  await screen.expectText(/File +golden\.img\.gz, \d+ bytes/);
  await screen.press('enter');
  await ended(screen, /golden\.img\.gz +uploaded, \d+ bytes/);
  await screen.expectText(/golden +. (uploading|available)/);
  await screen.press('U');
  await screen.paste(join(folder, 'none.img.gz'));
  await screen.press('ctrl-o');
  await screen.expectText('no such file: none.img.gz');
  await screen.close();
});
