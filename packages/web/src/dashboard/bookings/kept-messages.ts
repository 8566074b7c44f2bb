import { catalog } from '../../shared/language.ts'

/** The texts of times that bookers are not offered yet. */
export const keptMessages = catalog({
  en: {
    title: 'Not offered online yet',
    lead: 'Only your team can book these times now.',
    freed: 'freed by a cancellation or a move',
    keptBack: (name: string) => (name === '' ? 'kept back' : `${name}, kept back`),
  },
  de: {
    title: 'Online noch nicht angeboten',
    lead: 'Diese Zeiten kann jetzt nur Ihr Team buchen.',
    freed: 'durch Absage oder Verschiebung frei',
    keptBack: (name: string) => (name === '' ? 'zurückgehalten' : `${name}, zurückgehalten`),
  },
})
