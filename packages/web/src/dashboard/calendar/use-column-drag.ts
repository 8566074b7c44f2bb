import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** A drag in progress. */
export interface ColumnDrag {
  /** The group of the dragged item in its column. */
  readonly key: string
  readonly fromId: string
  /** The column under the pointer. */
  readonly overId: string
  /** How far the pointer has moved to the right, in CSS pixels. */
  readonly offset: number
}

interface Pressed {
  readonly key: string
  readonly x: number
}

/** A shorter movement is a click. */
const THRESHOLD_PIXELS = 6

/** The provider whose column is under the pointer, however far down; else `fallback`. */
function columnAt({ clientX, currentTarget }: PointerEvent<HTMLElement>, fallback: string): string {
  const columns = currentTarget
    .closest('[data-columns]')
    ?.querySelectorAll<HTMLElement>('[data-provider]')
  const over = [...(columns ?? [])].find((column) => {
    const { left, right } = column.getBoundingClientRect()
    return left <= clientX && clientX < right
  })
  return over?.dataset.provider ?? fallback
}

/**
 * Drags items sideways with a mouse or a pen; a finger scrolls. Escape ends a drag. The columns are elements
 * with `data-provider` in one with `data-columns`. `isClick` tells a click from the end of a drag.
 */
export function useColumnDrag(onDrop: (key: string, fromId: string, toId: string) => void) {
  const [pressed, setPressed] = useState<Pressed>()
  const [drag, setDrag] = useState<ColumnDrag>()
  const hasDragged = useRef(false)
  useEffect(() => {
    if (drag === undefined) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setPressed(undefined)
      setDrag(undefined)
    }
    addEventListener('keydown', cancel)
    return () => removeEventListener('keydown', cancel)
  }, [drag])
  const stop = () => {
    setPressed(undefined)
    setDrag(undefined)
  }
  const handlersOf = (key: string, fromId: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      hasDragged.current = false
      if (event.pointerType === 'touch' || event.button !== 0) return
      // From now on every movement of the pointer comes here, wherever it is.
      event.currentTarget.setPointerCapture(event.pointerId)
      setPressed({ key, x: event.clientX })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (pressed?.key !== key) return
      const offset = event.clientX - pressed.x
      if (drag === undefined && Math.abs(offset) < THRESHOLD_PIXELS) return
      hasDragged.current = true
      setDrag({ key, fromId, overId: columnAt(event, fromId), offset })
    },
    onPointerUp: () => {
      if (drag !== undefined && drag.overId !== fromId) onDrop(key, fromId, drag.overId)
      stop()
    },
    onPointerCancel: stop,
  })
  return { drag, handlersOf, isClick: () => !hasDragged.current }
}
