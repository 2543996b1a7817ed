// Guides are whole without a script.
import './guides.css';
