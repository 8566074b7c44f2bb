import styles from './skeleton.module.css'

/** A placeholder for loading content, in its final size (CSS lengths). */
export const Skeleton = ({
  width,
  height,
}: {
  readonly width: string
  readonly height: string
}) => <span aria-hidden="true" className={styles.skeleton} style={{ width, height }} />
