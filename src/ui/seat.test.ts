import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {Profile} from '../profiles/profile.ts';
import {emptySettings} from '../profiles/settings.ts';
import {createSeats, type Seat} from './seat.ts';

const profileOf = (name: string, theme?: string): Profile => ({
  name,
  // Nobody answers there.
  baseUrl: 'http://127.0.0.1:1/v4',
  production: false,
  readOnly: false,
  theme,
});
const profiles = [profileOf('lab'), profileOf('prod', 'high-contrast'), profileOf('home')];

/** Seats of three profiles, who is followed by now, and what was chosen. */
function seatsOfThree() {
  const home = mkdtempSync(join(tmpdir(), 'skydeck-seats-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const chosen: Promise<Seat>[] = [];
  const open = new Set<string>();
  const seats = createSeats({
    settings: {...emptySettings, profiles},
    env: {XDG_STATE_HOME: home, SKYDECK_TOKEN: 'none'},
    startDemo: () => Promise.reject(new Error('no demo here')),
    readOnly: false,
    box: {
      note: () => {},
      follow({profile: {name}}) {
        open.add(name);
        return () => open.delete(name);
      },
    },
    changed: next => void chosen.push(next),
    quit: () => {},
  });
  return {seats, chosen, open};
}

test('who chooses again while another account is being opened is told, and none of them is forgotten', async () => {
  const {seats, chosen, open} = seatsOfThree();
  const {deck, session} = await seats.take([profiles[0]], {});
  deck.switchTo('prod');
  deck.switchTo('home');
  expect(session.toasts.get().map(({text}) => text)).toContain('another account is being opened');
  expect(chosen).toHaveLength(1);
  expect((await chosen[0])?.deck.profile.name).toBe('prod');
  await seats.leave();
  expect([...open]).toEqual([]);
});

test('who leaves while another account is being opened leaves that, too', async () => {
  const {seats, chosen, open} = seatsOfThree();
  const {deck} = await seats.take([profiles[0]], {});
  deck.switchTo('home');
  await seats.leave();
  expect(chosen).toHaveLength(1);
  expect([...open]).toEqual([]);
});

test('a theme that is of one profile comes with it and goes with it; one that was chosen stays', async () => {
  const {seats, chosen} = seatsOfThree();
  const {deck} = await seats.take([profiles[0]], {});
  const themes: string[] = [];
  let here = deck;
  const go = async (name: string): Promise<void> => {
    here.switchTo(name);
    const next = await chosen.at(-1);
    if (next) here = next.deck;
    themes.push(here.preferences.get().theme);
  };
  await go('prod');
  await go('home');
  await go('prod');
  here.preferences.patch({theme: 'mono'});
  await go('lab');
  await seats.leave();
  expect(themes).toEqual(['high-contrast', 'dark', 'high-contrast', 'mono']);
});

test('a bookmark of another account shows that account, and opens there', async () => {
  const {seats, chosen} = seatsOfThree();
  const {deck} = await seats.take([profiles[0]], {});
  deck.openIn('lab', {family: 'volumes', id: 6});
  expect(chosen).toEqual([]);
  expect(deck.places.current.get()?.destination).toMatchObject({family: 'volumes', id: 6});
  deck.openIn('home', {family: 'volumes', id: 7});
  const next = await chosen[0];
  expect(next?.deck.profile.name).toBe('home');
  expect(next?.deck.places.current.get()?.destination).toMatchObject({family: 'volumes', id: 7});
  next?.deck.openIn('renamed', {family: 'volumes', id: 8});
  expect(next?.session.toasts.get().map(({text}) => text)).toContain('there is no profile renamed any more');
  expect(chosen).toHaveLength(1);
  await seats.leave();
});
