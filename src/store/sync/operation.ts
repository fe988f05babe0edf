/** A running operation. */
import type {Ref} from '../../families/shape/resource.ts';
import type {Transfer} from '../transfers/transfer.ts';

/** A running operation: an event in progress, or a change by Skydeck without an event yet. */
export interface Operation {
  readonly id: string;
  readonly target: Ref | undefined;
  readonly label: string;
  /** "booting" */
  readonly word: string;
  readonly percent: number | undefined;
  readonly startedAt: number;
  /** Seconds remaining, estimated from past operations of this kind; undefined without past operations. */
  readonly secondsLeft: number | undefined;
  readonly by: string | undefined;
  /** The file transfer of the operation; the transfer itself isn't listed as a second operation. */
  readonly transfer?: Transfer;
}
