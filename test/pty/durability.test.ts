import {expect, it} from 'vitest';
import {killRepeatedly} from '../support/durability.ts';
import {skydeck} from '../support/pty.ts';
import {recordResult, seededRandom} from '../support/torture.ts';

/** The long form, `npm run torture`, does this several hundred times. */
const kills = Number(process.env.SKYDECK_KILLS ?? 10);

it('an emulator that is killed during writes loses no acknowledged write and keeps no partial one', {
  timeout: 60_000 + kills * 5_000,
}, async () => {
  const result = await killRepeatedly(skydeck([]), kills, seededRandom(20_261_121));
  const lost = [...result.lost, ...result.unpaired];
  recordResult({name: 'kill -9 of an emulator that is written to', tried: kills, survived: result.kills, lost});
  expect(result).toMatchObject({kills, lost: [], unpaired: []});
  expect(result.acknowledged).toBeGreaterThan(kills);
});
