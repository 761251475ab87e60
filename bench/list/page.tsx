import { createRoot } from 'react-dom/client'

import { renderBackOffice } from '#bench/list/back-office.tsx'
import { LIST_ROWS, LIST_RULES } from '#bench/list/rows.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createListView } from '#src/application/platform/list.ts'
import { openMemory } from '#src/composition/memory.ts'
import { ListTable } from '#src/ui/parts/list-table.tsx'
import { PortalProvider } from '#src/ui/portal/portal-context.tsx'
import '#src/ui/styles/main.css'

/** A `ListTable` of subscription screens (pantallas), without the portal. */
function Table() {
  return (
    <PortalProvider value={openMemory(createMemoryPorts())}>
      <ListTable
        list={list}
        caption="Pantallas"
        names={{ one: 'pantalla', many: 'pantallas' }}
        columns={[
          { id: 'id', title: 'Pantalla', isRowHeading: true, cell: ({ id }) => id },
          { id: 'user', title: 'Usuario', cell: ({ user }) => user },
          { id: 'status', title: 'Estatus', cell: ({ status }) => status },
        ]}
        sortableColumns={LIST_RULES.columns}
        toId={LIST_RULES.toId}
        toName={({ user }) => user}
        toRecord={({ id, user }) => ({ title: user, detail: id })}
        skeletonRows={40}
        empty={null}
        search="Buscar por Usuario"
        actions={() => <button type="button">Vincular</button>}
        bulkActions={() => null}
      />
    </PortalProvider>
  )
}

const list = createListView(LIST_RULES)
list.setRows(LIST_ROWS)

const root = createRoot(document.body.appendChild(document.createElement('div')))
if (location.pathname.startsWith('/imc/')) await renderBackOffice(root)
else root.render(<Table />)
