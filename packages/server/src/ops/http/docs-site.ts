/** A file of the built documentation. */
export interface SiteFile {
  readonly contentType: string
  /** Changes when the file does. */
  readonly version: string
  readonly bytes: () => Promise<Uint8Array>
  /** Whether its name changes with its content, so that browsers may keep it. */
  readonly isImmutable: boolean
}

/** The built documentation. */
export interface DocsSite {
  /** Finds a file by its path below `/docs`, such as `quick-start`. Undefined if there is none. */
  readonly find: (path: string) => Promise<SiteFile | undefined>
}
