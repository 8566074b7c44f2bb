import { Card } from '../ui/card.tsx'
import { Frame } from '../ui/frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './managed.module.css'

/** A placeholder for a managed booking or stay; `factsHeight` is the CSS height of its details. */
export const LoadingCard = ({ factsHeight }: { readonly factsHeight: string }) => (
  <Frame>
    <Card className={styles.card ?? ''} aria-busy="true">
      <Skeleton width="6rem" height="1.75rem" />
      <Skeleton width="16rem" height="2.5rem" />
      <Skeleton width="14rem" height={factsHeight} />
      <Skeleton width="100%" height="2.75rem" />
    </Card>
  </Frame>
)
