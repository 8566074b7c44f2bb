import shared from '../../shared/languages/es.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { DirectoryTranslations } from '../translations.ts'

const plural = pluralsOf('es')

export default {
  ...shared,
  directory: {
    title: 'Buscar un proveedor',
    lead: 'Elija un proveedor para ver las horas disponibles.',
    search: 'Buscar',
    searchHint: 'Nombre, especialidad o servicio',
    noneTitle: 'Sin resultados',
    none: 'Revise la ortografía o busque otra cosa.',
    specialties: 'Especialidades',
    all: 'Todas',
    found: (count) => plural(count, { one: '# proveedor', other: '# proveedores' }),
    emptyTitle: 'No se han encontrado proveedores',
    empty: 'Los proveedores aparecen aquí cuando están publicados y admiten reservas.',
    more: 'Mostrar más',
  },
} satisfies DirectoryTranslations
