/** The contract of older servers: without the operations, fields and values that the API of today has added. */
import type {Endpoint, EndpointSpec} from './endpoint.ts';
import {type Group, isEndpoint} from './family.ts';
import type {Field, FreeField, Model, Shape} from './field.ts';

/** Older fields by today's fields: a model that occurs in several places becomes one older model. */
const olderFields = new WeakMap<Field, Field>();

/** A field without today's additions; the same field if it has none. */
function olderField(field: Field): Field {
  const known = olderFields.get(field);
  if (known) return known;
  const older = withoutAdditions(field);
  olderFields.set(field, older);
  return older;
}

function withoutAdditions(field: Field): Field {
  switch (field.kind) {
    case 'choice': {
      const {todayValues, ...facts} = field.facts;
      if (!todayValues) return field;
      return {...field, values: field.values.filter(value => !todayValues.includes(value)), facts};
    }
    case 'list': {
      const item = olderField(field.item);
      return item === field.item ? field : {...field, item};
    }
    case 'either': {
      const options = field.options.map(olderField);
      return options.every((option, index) => option === field.options[index]) ? field : {...field, options};
    }
    case 'object': {
      const fields = olderShape(field.fields);
      return fields === field.fields ? field : {...field, fields};
    }
    default:
      return field;
  }
}

function olderShape(shape: Shape): Shape {
  const entries = Object.entries(shape);
  const older = entries
    .filter(([, field]) => !field.facts.today)
    .map(([name, field]) => [name, olderField(field)] as const);
  const isSame = older.length === entries.length && older.every(([name, field]) => shape[name] === field);
  return isSame ? shape : Object.fromEntries(older);
}

const older = <F extends Model | FreeField | undefined>(field: F): F => (field && olderField(field)) as F;

function olderEndpoint(endpoint: Endpoint): Endpoint {
  const {query, body, echoedModel, page, responseModel} = endpoint.spec;
  const spec: EndpointSpec = {
    ...endpoint.spec,
    ...(query && {query: olderShape(query)}),
    ...(body && {body: older(body)}),
    ...(echoedModel && {echoedModel: older(echoedModel)}),
    ...(page && {page: older(page)}),
    ...(responseModel && {responseModel: older(responseModel)}),
  };
  return {...endpoint, spec};
}

const olderGroups = new WeakMap<Group, Group>();

/** A group of endpoints as older servers have them. */
export function withoutToday(group: Group): Group {
  const known = olderGroups.get(group);
  if (known) return known;
  const older = olderGroup(group);
  olderGroups.set(group, older);
  return older;
}

function olderGroup(group: Group): Group {
  const entries = Object.entries(group).flatMap(([name, entry]): [string, Endpoint | Group][] => {
    if (isEndpoint(entry)) return entry.spec.today ? [] : [[name, olderEndpoint(entry)]];
    const inner = withoutToday(entry);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(entries);
}
