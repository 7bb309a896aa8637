export const listTools = {
  columns: {
    open: 'Columns and row height',
    title: 'Columns',
    width: 'Width of “{column}” in pixels',
    automatic: 'Auto',
    up: 'Move “{column}” up',
    down: 'Move “{column}” down',
    hint: 'Columns that do not fit into the window are left out. Their edges in the header can be dragged.',
    reset: 'Reset',
  },
  density: { title: 'Row height', comfortable: 'Comfortable', compact: 'Compact' },
}
