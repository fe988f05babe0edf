/** Blocks of fields that several models contain. */
import {type Field, type FieldFacts, list, number, object, text} from './field.ts';

/** A chart: pairs of a time in milliseconds since 1970 and a value. */
export const chartSeries = list(list(number()));

/** A price in fractional US dollars. */
export const price = (facts: FieldFacts = {}) => object({hourly: number(), monthly: number()}, facts);

/** The resource that a row is about. */
export const entityReference = <F extends Field>(id: F, facts: FieldFacts = {}) =>
  object({id, label: text(), type: text({wire: 'entity-type'}), url: text({wire: 'api-url'})}, facts);
