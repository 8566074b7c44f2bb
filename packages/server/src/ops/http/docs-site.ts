/** A file of the built documentation. */
export interface SiteFile {
  readonly contentType: string
  readonly bytes: Uint8Array
  /** Whether its name changes with its content, so that browsers may keep it. */
  readonly isImmutable: boolean
}

/** The built documentation. */
export interface DocsSite {
  /** Reads a file by its path below `/docs`, such as `quick-start`. Undefined if there is none. */
  readonly read: (path: string) => Promise<SiteFile | undefined>
}
