/** The path of a public URL, such as `/booking`; empty at the root of its origin, or without a URL. */
export const basePathOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')
