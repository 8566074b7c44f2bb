import shared from '../../shared/languages/tr.ts'
import type { DirectoryTranslations } from '../translations.ts'

export default {
  ...shared,
  directory: {
    title: 'Hizmet sağlayıcı bulun',
    lead: 'Uygun saatleri görmek için bir hizmet sağlayıcı seçin.',
    specialties: 'Uzmanlık alanları',
    all: 'Tümü',
    found: (count) => `${count} hizmet sağlayıcı`,
    emptyTitle: 'Hizmet sağlayıcı bulunamadı',
    empty: 'Hizmet sağlayıcılar, listelendiklerinde ve rezervasyona açıldıklarında burada görünür.',
    more: 'Daha fazla göster',
  },
} satisfies DirectoryTranslations
