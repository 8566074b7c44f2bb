import { serverAddress } from './base-path.ts'
import styles from './kept-link.module.css'

/** The whole link to a page of this server, for a booker to whom no email brings it. */
export const KeptLink = ({ path }: { readonly path: string }) => (
  <code className={styles.link} dir="ltr">{`${serverAddress()}${path}`}</code>
)
