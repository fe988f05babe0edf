/** The types of the package `@skydeck/emulator` are those of the emulator. */
import {expectTypeOf} from 'vitest';
import type * as Published from '../packages/emulator/index.d.ts';
import type * as Source from '../src/emulator/index.ts';

/** Options for Skydeck's own tests, which the package doesn't promise. */
type InnerOptions = 'bodies' | 'clock' | 'contents' | 'pause';

expectTypeOf<keyof Published.EmulatorOptions>().toEqualTypeOf<Exclude<keyof Source.EmulatorOptions, InnerOptions>>();
expectTypeOf<Published.EmulatorOptions>().toExtend<Source.EmulatorOptions>();
expectTypeOf<typeof Source.startEmulator>().toExtend<typeof Published.startEmulator>();
expectTypeOf<keyof Published.Emulator>().toEqualTypeOf<keyof Source.Emulator>();
expectTypeOf<keyof Published.EmulatorAccount>().toEqualTypeOf<keyof Source.EmulatorAccount>();
expectTypeOf<Published.FaultKind>().toEqualTypeOf<Source.FaultRule['kind']>();
expectTypeOf<Published.FaultRule>().toExtend<Source.FaultRule>();
expectTypeOf<Published.RequestFilter>().toEqualTypeOf<Source.RequestFilter>();
expectTypeOf<Published.RequestExpectation>().toEqualTypeOf<Source.RequestExpectation>();
expectTypeOf<Published.RecordedRequest>().toEqualTypeOf<Source.RecordedRequest>();
expectTypeOf<Published.IssuedToken>().toEqualTypeOf<Source.IssuedToken>();
expectTypeOf<keyof typeof Published>().toEqualTypeOf<keyof typeof Source>();
