/** Device slots as inputs: each accepts a disk of the instance or a volume that it can use. */
import type {ConfigDevice} from '../../../contract/instances/configs.ts';
import type {Disk} from '../../../contract/instances/disks.ts';
import type {Volume} from '../../../contract/resources/volumes.ts';
import {gigabytes, joinParts, megabytes} from '../../format/format.ts';
import type {Lookup} from '../../shape/define-family.ts';
import type {FormCandidateContext, FormContext, TypedPickerSource} from '../../shape/forms.ts';

type Values = Readonly<Record<string, unknown>>;
/** The instance of the slots, if loaded. */
type InstanceOf<Row> = (context: FormContext<Row>) => number | undefined;

export const slotNames = ['sda', 'sdb', 'sdc', 'sdd', 'sde', 'sdf', 'sdg', 'sdh'] as const;
export type Slot = (typeof slotNames)[number];
/** The recovery environment reserves sdh (D2 §4.1 r3). */
export const rescueSlots = slotNames.filter(slot => slot !== 'sdh');

const lateSlots: readonly Slot[] = ['sde', 'sdf', 'sdg', 'sdh'];

/** The other slot that already contains the device. */
const heldIn = (values: Values, ownSlot: Slot, device: 'disk_id' | 'volume_id', id: number): string | undefined =>
  slotNames.find(
    slot => slot !== ownSlot && (values[slot] as Partial<ConfigDevice> | undefined | null)?.[device] === id,
  );

const unlessFree = (slot: string | undefined): string | undefined => slot && `already in ${slot}`;
const unlessSlotAvailable = (slot: Slot, {formValues}: FormContext): string | undefined =>
  formValues.virt_mode === 'fullvirt' && lateSlots.includes(slot)
    ? 'not available with full virtualization'
    : undefined;

function unlessVolumeAvailable(volume: Volume, id: number | undefined, lookup: Lookup): string | undefined {
  if (volume.compute_id !== null && volume.compute_id !== id)
    return `attached to ${volume.compute_label ?? volume.compute_id}`;
  const region = lookup.find('instances', id)?.region;
  return region !== undefined && region !== volume.region ? `in ${volume.region}` : undefined;
}

function slotInput<Row>(slot: Slot, instanceOf: InstanceOf<Row>) {
  const disks: TypedPickerSource<ConfigDevice, Row> = {
    family: 'instances.disks',
    params(context) {
      const computeId = instanceOf(context);
      return computeId === undefined ? undefined : {computeId};
    },
    unless: (context: FormCandidateContext<Disk, Row>) =>
      unlessSlotAvailable(slot, context) ??
      unlessFree(heldIn(context.values, slot, 'disk_id', context.candidate.id)) ??
      (context.candidate.status === 'deleting' ? 'is being deleted' : undefined),
    detail: ({candidate: disk}: FormCandidateContext<Disk>) => joinParts(megabytes(disk.size), disk.filesystem),
    toValue: ({candidate: disk}: FormCandidateContext<Disk>) => ({disk_id: disk.id, volume_id: null}),
  };
  const volumes: TypedPickerSource<ConfigDevice, Row> = {
    family: 'volumes',
    unless: (context: FormCandidateContext<Volume, Row>) =>
      unlessSlotAvailable(slot, context) ??
      unlessFree(heldIn(context.values, slot, 'volume_id', context.candidate.id)) ??
      unlessVolumeAvailable(context.candidate, instanceOf(context), context.lookup),
    detail: ({candidate: volume}: FormCandidateContext<Volume>) =>
      joinParts(gigabytes(volume.size), volume.compute_id === null ? 'not attached' : 'attached'),
    toValue: ({candidate: volume}: FormCandidateContext<Volume>) => ({disk_id: null, volume_id: volume.id}),
  };
  return {title: slot, input: 'pickAny', sources: [disks, volumes]} as const;
}

/**
 * Creates an input for each slot.
 * @param initial initial value of a slot without a row
 */
export const deviceSlots = <S extends Slot, Row>(
  slots: readonly S[],
  instanceOf: InstanceOf<Row>,
  initial?: (index: number, context: FormContext<Row>) => ConfigDevice | undefined,
) =>
  Object.fromEntries(
    slots.map((slot, index) => [
      slot,
      {
        ...slotInput(slot, instanceOf),
        ...(initial && {initial: (context: FormContext<Row>) => initial(index, context)}),
      },
    ]),
  ) as {readonly [K in S]: ReturnType<typeof slotInput<Row>>};
