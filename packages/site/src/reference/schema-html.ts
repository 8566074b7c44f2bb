import { escapeHtml } from '../render/html.ts'
import { renderInline } from '../render/inline.ts'
import { referencedName, type Schema } from './openapi.ts'

/** The named schemas of the document. */
export type Schemas = Readonly<Record<string, Schema>>

/** The anchor of a schema on the page of objects. */
export const objectHref = (name: string): string => `/docs/api/objects#${name}`

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** The type of a schema, with links to named ones. */
export function typeHtml(schema: Schema): string {
  const name = referencedName(schema)
  if (name !== undefined) return `<a href="${objectHref(name)}">${escapeHtml(name)}</a>`
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) {
    return [...new Set(alternatives.map(typeHtml))].join(' or ')
  }
  // A description beside a reference is a second part, without a type.
  const parts = (schema.allOf ?? []).map(typeHtml).filter((part) => part !== 'any')
  if (parts.length > 0) return parts.join(' and ')
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined) {
    return schema.enum.map((value) => code(String(value))).join(', ')
  }
  const types = typeof schema.type === 'string' ? [schema.type] : [...(schema.type ?? [])]
  if (schema.items !== undefined) return `list of ${typeHtml(schema.items)}`
  const format = schema.format === undefined ? '' : ` (${escapeHtml(schema.format)})`
  return types.length === 0 ? 'any' : `${escapeHtml(types.join(' or '))}${format}`
}

const BOUNDS = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'at least', 'characters'],
  ['maxLength', 'at most', 'characters'],
  ['minItems', 'at least', 'items'],
  ['maxItems', 'at most', 'items'],
] as const

const HUGE = 1e12

/** The bounds and the default of a schema, as one sentence. Empty if it has none. */
function boundsText(schema: Schema): string {
  const bounds = BOUNDS.flatMap(([name, words, unit = '']) => {
    const value = schema[name]
    if (value === undefined || Math.abs(value) > HUGE) return []
    return [`${words} ${value} ${unit}`.trim()]
  })
  const fallback =
    schema.default === undefined ? [] : [`default: ${JSON.stringify(schema.default)}`]
  const text = [...bounds, ...fallback].join(', ')
  return text === '' ? '' : ` <span class="bounds">${escapeHtml(text)}</span>`
}

/** One row of a table of fields or parameters. */
export interface Field {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly description?: string | undefined
}

const rowHtml = ({ name, schema, isRequired, description }: Field): string =>
  `<tr><td>${code(name)}${isRequired ? ' <span class="required">required</span>' : ''}</td><td>${typeHtml(schema)}</td><td>${renderInline(description ?? schema.description ?? '')}${boundsText(schema)}</td></tr>`

/** A table of fields. Empty if there are none. */
export const fieldsTable = (fields: readonly Field[], caption: string): string =>
  fields.length === 0
    ? ''
    : `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table class="fields"><thead><tr><th>Name</th><th>Type</th><th>Description</th></tr></thead><tbody>${fields.map(rowHtml).join('\n')}</tbody></table></div>`

const MOST_DEPTH = 3

/**
 * The fields of a schema, those of nested objects without a name with the path to them, such as `policy.days[]`.
 * Named objects are linked instead.
 */
export function fieldsOf(
  schema: Schema,
  schemas: Schemas,
  prefix = '',
  depth = 0,
): readonly Field[] {
  const name = referencedName(schema)
  if (name !== undefined) {
    const known = schemas[name]
    return known === undefined || depth > 0 ? [] : fieldsOf(known, schemas, prefix, depth)
  }
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const place = `${prefix}${key}`
    const isRequired = schema.required?.includes(key) ?? false
    const nested =
      depth >= MOST_DEPTH
        ? []
        : [
            ...fieldsOf(value, schemas, `${place}.`, depth + 1),
            ...(value.items ? fieldsOf(value.items, schemas, `${place}[].`, depth + 1) : []),
          ]
    return [{ name: place, schema: value, isRequired }, ...nested]
  })
  const parts = [
    ...(schema.allOf ?? []),
    ...(depth === 0 ? (schema.anyOf ?? schema.oneOf ?? []) : []),
  ]
  return [...own, ...parts.flatMap((part) => fieldsOf(part, schemas, prefix, depth))]
}
