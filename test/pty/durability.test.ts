import {expect, it} from 'vitest';
import {killAgainAndAgain} from '../support/durability.ts';
import {skydeck} from '../support/pty.ts';
import {toll as record, seeded} from '../support/torture.ts';

/** The long form, `npm run torture`, does this some hundred times. */
const kills = Number(process.env.SKYDECK_KILLS ?? 10);

it('an emulator that is killed during writes loses no acknowledged write and keeps no partial one', {
  timeout: 60_000 + kills * 5_000,
}, async () => {
  const toll = await killAgainAndAgain(skydeck([]), kills, seeded(20_261_121));
  const lost = [...toll.lost, ...toll.halves];
  record({name: 'kill -9 of an emulator that is written to', tried: kills, survived: toll.kills, lost});
  expect(toll).toMatchObject({kills, lost: [], halves: []});
  expect(toll.acknowledged).toBeGreaterThan(kills);
});
