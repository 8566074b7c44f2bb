import type { PublicAccount } from './public-account.ts'

/** The public representation of an account. The fields are listed explicitly, so that no other leaks. */
export const publicAccountRepresentation = ({
  name,
  slug,
  brand,
  locale,
  bookerContact,
}: PublicAccount) => ({
  name: name ?? null,
  slug: slug ?? null,
  brand: brand ? { name: brand.name, color: brand.color, logoUrl: brand.logoUrl ?? null } : null,
  locale: locale ?? null,
  bookerContact: bookerContact ?? 'email',
})
