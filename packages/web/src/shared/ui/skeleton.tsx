import styles from './skeleton.module.css'

/** The place of something that is on its way, as wide and high as it will be. */
export const Skeleton = ({
  width,
  height,
}: {
  readonly width: string
  readonly height: string
}) => <span aria-hidden="true" className={styles.skeleton} style={{ width, height }} />
