/** The question of a preview and the label of its button, with the same verb and the same object. */
import {withoutEllipsis} from '../../../families/format/format.ts';
import {countInSentence, nounInSentence} from '../../../families/format/nouns.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import {titleWithLabel} from '../../../store/changes/preview/change-title.ts';
import type {Preview} from '../../../store/changes/preview/preview-content.ts';
import {truncate} from '../../terminal/index.ts';

/** Verbs that an object can follow: "Delete", "Shut down". "Reset the root password" already contains its object. */
const VERB = /^\S+(?: (?:up|down|on|off|in|out|back))?$/;
/** "Reply" needs "to" before its object. */
const INTRANSITIVE = /^Reply$/;
const UNDO = /^(?:Undo|Redo)$/;
const UPLOAD = /^Upload$/;
const CREATION = /^New /;
const MAX_OBJECT_CELLS = 32;

/** The parts of a batch plan that its question names. */
interface ChangePlan {
  readonly title: string;
  readonly about?: string | undefined;
  readonly family: Pick<Family, 'one' | 'title'>;
  readonly steps?: unknown;
  readonly changes: readonly unknown[];
  /** The first change; without a row if it creates one. */
  readonly lead: {readonly row: unknown};
}

/** @param label the label of the changed resource, or of the parent of a new resource */
export function changeQuestion(plan: ChangePlan, label: string | undefined): string {
  const name = withoutEllipsis(plan.title);
  const {family, changes} = plan;
  if (plan.about !== undefined) return `${name}: ${plan.about}?`;
  if (CREATION.test(name)) return `${creation(name)}${label === undefined ? '' : `: ${label}`}?`;
  if (!VERB.test(name)) return label === undefined ? `${name}?` : `${name}: ${label}?`;
  if (changes.length > 1) return `${name} ${countInSentence(changes.length, family)}?`;
  const noun = nounInSentence(family.one);
  const act = [name, INTRANSITIVE.test(name) ? 'to' : '', withoutDuplicate(noun, label)].filter(Boolean).join(' ');
  if (label === undefined) return `${act}?`;
  const isParent = plan.lead.row === undefined;
  return `${titleWithLabel(isParent ? `${act} ${UPLOAD.test(name) ? 'to' : 'in'}` : act, label)}?`;
}

/** The part of a noun that a label doesn't repeat: "node" before "pool 12", the label of a node pool without a name. */
function withoutDuplicate(noun: string, label: string | undefined): string {
  const words = noun.split(' ');
  const start = words.findIndex((_, index) => label?.startsWith(`${words.slice(index).join(' ')} `));
  return start === -1 ? noun : words.slice(0, start).join(' ');
}

/** The verb of a plan; steps are sent, undone or redone. */
export function changeVerb({title, steps}: Pick<ChangePlan, 'title' | 'steps'>): string {
  const name = withoutEllipsis(title);
  return steps === undefined || UNDO.test(name) ? name : 'Send';
}

/** @param label the label of the changed row, if the plan has a single row */
export function changeButton(plan: ChangePlan, label: string | undefined): string {
  const name = withoutEllipsis(plan.title);
  if (plan.steps !== undefined) return changeVerb(plan);
  if (CREATION.test(name)) return creation(name);
  if (!VERB.test(name) || INTRANSITIVE.test(name) || plan.about !== undefined) return name;
  const {family, changes} = plan;
  if (changes.length > 1) return `${name} ${countInSentence(changes.length, family)}`;
  return `${name} ${truncate(label ?? nounInSentence(family.one), MAX_OBJECT_CELLS)}`;
}

const creation = (name: string): string => `Create ${nounInSentence(name.replace(CREATION, ''))}`;

/** "checking 2 more Instances…": rows to which the change can't apply will be skipped. */
export const checkingWords = ({checking}: Pick<Preview, 'checking'>, {family, changes}: ChangePlan): string =>
  changes.length === 1
    ? 'checking whether it can be done…'
    : `checking ${checking} more ${nounInSentence(checking === 1 ? family.one : family.title)}…`;
