import { docstring, type OpenApi } from './document.ts'

/** Schemas that the client exports by hand, `Event` as `HoldfastEvent`. */
const BY_HAND: readonly string[] = ['Event', 'Problem']

/** The names of the schemas that have an exported type of the same name. */
export const exportedSchemas = ({ components }: OpenApi): readonly string[] =>
  Object.keys(components.schemas).filter((name) => !BY_HAND.includes(name))

/** A module with one exported type for each schema, so that a caller writes `Booking`. */
export function schemaTypes(document: OpenApi): string {
  const types = exportedSchemas(document).map((name) => {
    const text = docstring('', document.components.schemas[name]?.description)
    return `${text}export type ${name} = components['schemas']['${name}']\n`
  })
  return `import type { components } from './openapi.generated.ts'\n\n${types.join('\n')}`
}
