import { invalid } from '../../kernel/refusals.ts'

/** Slugs whose public path belongs to the slots that the provider opened. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(['opened-slots'])

/** The refusal of a slug that no event type may have. Undefined for any other, and if there is none. */
export const hasReservedSlug = ({ slug }: { readonly slug?: string | undefined }) =>
  slug !== undefined && RESERVED_SLUGS.has(slug)
    ? invalid('/slug', `"${slug}" is reserved; choose another slug`)
    : undefined
