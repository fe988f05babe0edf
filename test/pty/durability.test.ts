import {expect, it} from 'vitest';
import {killAgainAndAgain} from '../support/durability.ts';
import {skydeck} from '../support/pty.ts';

/** The long form, `npm run torture`, does this some hundred times. */
const kills = Number(process.env.SKYDECK_KILLS ?? 10);

it('an emulator that is killed while it is written to loses nothing and keeps nothing by half', {
  timeout: 60_000 + kills * 5_000,
}, async () => {
  let seed = 20_261_121;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const toll = await killAgainAndAgain(skydeck([]), kills, random);
  expect(toll).toMatchObject({kills, lost: [], halves: []});
  expect(toll.acknowledged).toBeGreaterThan(kills);
});
