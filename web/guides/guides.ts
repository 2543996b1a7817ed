// Guides work without scripts.
import './guides.css';
